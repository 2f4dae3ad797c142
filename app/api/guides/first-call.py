import json, os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

def call(path, body=None):
    data = json.dumps(body).encode() if body else None
    try:
        with urlopen(Request("https://bikes.example/api" + path, data, {"Content-Type": "application/json"})) as response:
            return json.load(response)["data"]
    except HTTPError as error:
        raise SystemExit(error.read().decode())

# Reading needs no account: the three cheapest bikes for sale.
for bike in call("/bikes?availability=available&sort=price&limit=3&fields=id,name,price")["bikes"]:
    print(json.dumps(bike))

# EMAIL and PASSWORD are those of your new account; this is sent once.
account = {"name": "Asha Rao", "email": os.environ["EMAIL"], "password": os.environ["PASSWORD"]}
print(call("/auth/signup", account)["user"]["email"])
