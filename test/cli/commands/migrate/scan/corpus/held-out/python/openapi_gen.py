import yaml

spec = {"openapi": "3.0.3", "servers": [{"url": "https://inventory.example.org/api/3.0"}], "paths": {}}
for name in ("hosts", "contacts", "tags"):
    spec["paths"]["/" + name] = {"get": {"summary": "List " + name, "parameters": [{"name": "page"}, {"name": "page_size"}]}}
    spec["paths"]["/" + name + "/{id}"] = {"get": {"summary": "Get one"}, "delete": {"summary": "Delete one"}}
print(yaml.dump(spec))
