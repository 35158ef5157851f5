# Caddy in front of Scorekeeper, with Authelia in front of both: who is logged in there needs no invitation. Read
# “Single sign-on” in docs/access.md first. Settings of Scorekeeper:
#   SCOREKEEPER_HOST=127.0.0.1  SCOREKEEPER_PROXIES=1  SCOREKEEPER_SECURE_COOKIES=yes
#   SCOREKEEPER_PUBLIC_URL=https://cards.example  SCOREKEEPER_SIGN_IN='RemoteUser from 127.0.0.1'
{
	servers {
		timeouts {
			# Who sends more slowly than this is not a phone at a table.
			read_header 10s
			read_body 30s
		}
	}
}

{$SITE:cards.example} {
	# In this order, and not in that of Caddy.
	route {
		# What a browser sends by this name must not come through, whatever Authelia answers.
		request_header -RemoteUser
		# Monitors, other programs, links for friends and what the home screen asks for have no login.
		@with_login not path /healthz /readyz /metrics /api/* /shared/* /static/* /manifest.webmanifest
		forward_auth @with_login {$AUTHELIA:127.0.0.1:9091} {
			uri /api/authz/forward-auth
			copy_headers Remote-User>RemoteUser
		}
		reverse_proxy {$SERVER:127.0.0.1:8000} {
			# A form is read whole before it takes a thread; only a file to import is larger. In Caddy before 2.6.4: buffer_requests
			request_buffers 128KB
			header_up -X-Forwarded-Prefix
			header_up X-Request-ID {http.request.uuid}
		}
	}
}
