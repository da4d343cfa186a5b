"""Home Assistant's own start, without what only a person at a browser needs."""

import sys

import homeassistant.bootstrap as bootstrap
from homeassistant.__main__ import main

bootstrap.DEFAULT_INTEGRATIONS = {"api", "websocket_api", "auth", "config"}
bootstrap.FRONTEND_INTEGRATIONS.clear()
bootstrap.CRITICAL_INTEGRATIONS = set()
bootstrap.STAGE_1_INTEGRATIONS.clear()
sys.exit(main())
