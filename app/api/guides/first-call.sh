# Reading needs no account: the three cheapest bikes for sale.
curl -sSf 'https://bikes.example/api/bikes?availability=available&sort=price&limit=3&fields=id,name,price' |
  jq -c '.data.bikes[]'

# EMAIL and PASSWORD are those of your new account; this is sent once.
jq -n '{ name: "Asha Rao", email: env.EMAIL, password: env.PASSWORD }' |
  curl -sSf https://bikes.example/api/auth/signup -H 'Content-Type: application/json' -d @- |
  jq -r .data.user.email
