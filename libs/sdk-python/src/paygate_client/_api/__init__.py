"""Generated from docs/api/openapi.json by `npm run docs`."""
