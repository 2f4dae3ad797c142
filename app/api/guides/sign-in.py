import json, os
from urllib.request import Request, urlopen

# EMAIL and PASSWORD are those of your account.
email, password = os.environ["EMAIL"], os.environ["PASSWORD"]

def post(path, body, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = Request("https://bikes.example/api" + path, json.dumps(body).encode(), headers)
    with urlopen(request) as response:
        return json.load(response)["data"]

session = post("/auth/login", {"email": email, "password": password})
# The token of a session ends after 30 days; this one of a program has a name and scopes.
program = {"name": "Stock of the shop", "scopes": ["read", "write"], "days": 90, "password": password}
print(post("/auth/tokens", program, session["token"])["token"])
