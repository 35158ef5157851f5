from flask import Flask
from playwright.sync_api import Page, expect
from scorekeeper.clubs.roles import Role
from tests.support.clubs import cookie
from tests.support.table import Table
from tests.support.phone import end_round, tap_count
PLAYERS = ("Camille", "Max", "Léa", "Nora")
SIDES = {"Camille & Léa": ["Camille", "Léa"], "Max & Nora": ["Max", "Nora"]}

def test_shots(app: Flask, site, new_phone) -> None:
    import os
    variant=os.environ.get("GAME","canasta"); n=[0]
    table = Table(app, variant, PLAYERS, sides=SIDES)
    cookies = {name: cookie(app, site, Role.PLAYER, name) for name in PLAYERS}
    P={}
    for name in PLAYERS:
        P[name]=new_phone(viewport={"width":390,"height":844}, device_scale_factor=1)
        P[name].context.add_cookies([cookies[name]])
        P[name].goto(table.address)
    def shots(tag):
        n[0]+=1
        for name in PLAYERS:
            P[name].screenshot(path=f"/tmp/phones/{n[0]:02}-{tag}-{name}.png")
    def send(name):
        P[name].locator("[data-submit]").tap()
        P[name].wait_for_load_state("networkidle")
    end_round(P["Max"], "Camille went out")
    for name in PLAYERS: expect(P[name].locator("#together h1")).to_contain_text("Camille went out")
    P["Max"].wait_for_timeout(800)
    shots("asked")
    if variant == "canasta":
        c=P["Camille"]
        for d in "420": c.locator(f"[data-digit='{d}']").tap()
        c.get_by_role("group", name="Camille & Léa: Natural").get_by_role("button", name="One more").tap()
        c.get_by_role("group", name="Camille & Léa: Mixed").get_by_role("button", name="One more").tap()
        for k in (0,1): c.locator("[data-touch]").nth(k).tap()
        P["Max"].wait_for_timeout(600)
        shots("melds")
        send("Camille")
        m=P["Max"]
        for k in "KA": m.locator(f"[data-key='{k}']").tap()
        send("Max")
        l=P["Léa"]
        l.locator("[data-key='9']").tap(); l.locator("[data-key='T']").tap()
        m.wait_for_timeout(800)
        shots("next")
        send("Léa")
        for d in "110": m.locator(f"[data-digit='{d}']").tap()
        m.wait_for_timeout(2500)
        shots("waiting")
        send("Max")
        P["Nora"].locator("[data-key='JK']").tap()
        m.wait_for_timeout(2500)
        shots("last")
        send("Nora")
    else:
        c=P["Camille"]
        for k in "KKK": c.locator(f"[data-key='{k}']").tap()
        shots("melds")
        send("Camille")
        P["Max"].locator("[data-key='9']").tap(); send("Max")
    P["Max"].wait_for_timeout(2500)
    shots("end")
