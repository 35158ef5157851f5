# Caddy in front of Scorekeeper, with logins by Authelia: a person who is logged in there needs no invitation. First read
# “Single sign-on” in docs/access.md. Settings of Scorekeeper:
#   SCOREKEEPER_HOST=127.0.0.1  SCOREKEEPER_PROXIES=1  SCOREKEEPER_SECURE_COOKIES=yes
#   SCOREKEEPER_PUBLIC_URL=https://cards.example  SCOREKEEPER_SIGN_IN='RemoteUser from 127.0.0.1'
{
	servers {
		timeouts {
			# A phone at a table never sends more slowly than this.
			read_header 10s
			read_body 30s
		}
	}
}

{$SITE:cards.example} {
	# `route` keeps this order, instead of the default order of Caddy.
	route {
		# Never pass on this header from a browser, whatever Authelia answers.
		request_header -RemoteUser
		# No login for monitors, other programs, shared links and files of the installed app.
		@with_login not path /healthz /readyz /metrics /api/* /shared/* /static/* /manifest.webmanifest
		forward_auth @with_login {$AUTHELIA:127.0.0.1:9091} {
			uri /api/authz/forward-auth
			copy_headers Remote-User>RemoteUser
		}
		reverse_proxy {$SERVER:127.0.0.1:8000} {
			# Read a whole form before it takes a thread. Only files to import are larger. In Caddy before 2.6.4: buffer_requests
			request_buffers 128KB
			header_up -X-Forwarded-Prefix
			header_up X-Request-ID {http.request.uuid}
		}
	}
}
