#!/bin/sh
# Guess: a reader gets the result of a formula, whichever library wrote the workbook.
# Seen (openpyxl 3.1.5, XlsxWriter 3.2.9, python-calamine 0.9.1): a workbook has no results
# until a spreadsheet program saves it. Written by openpyxl, `=B2+210` reads as empty. Written by
# XlsxWriter it reads as 0, the same as a typed zero.
# Why it matters here: an imported score is missing or 0, and the wrong player has won.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check openpyxl==3.1.5 xlsxwriter==3.2.9 python-calamine==0.9.1
venv/bin/python - <<'EOF'
import openpyxl
import xlsxwriter
from python_calamine import CalamineWorkbook

ROWS = (("Round", "Ann"), (1, 300), (2, "=B2+210"))

book = openpyxl.Workbook()
for row in ROWS:
    book.active.append(row)
book.save("openpyxl.xlsx")
with xlsxwriter.Workbook("xlsxwriter.xlsx") as book:
    sheet = book.add_worksheet()
    for number, row in enumerate(ROWS):
        sheet.write_row(number, 0, row)

for writer, expected in (("openpyxl", (None, "")), ("xlsxwriter", (0, 0))):
    name = f"{writer}.xlsx"
    read = (
        openpyxl.load_workbook(name, data_only=True).active["B3"].value,
        CalamineWorkbook.from_path(name).get_sheet_by_index(0).to_python()[2][1],
    )
    print(writer, *map(repr, read))
    assert read == expected
EOF
