# EMAIL and PASSWORD are those of your account.
SESSION=$(jq -n '{ email: env.EMAIL, password: env.PASSWORD }' |
  curl -sSf https://bikes.example/api/auth/login -H 'Content-Type: application/json' -d @- |
  jq -r .data.token)

# The token of a session ends after 30 days; this one of a program has a name and scopes.
jq -n '{ name: "Stock of the shop", scopes: ["read", "write"], days: 90, password: env.PASSWORD }' |
  curl -sSf https://bikes.example/api/auth/tokens -H "Authorization: Bearer $SESSION" \
    -H 'Content-Type: application/json' -d @- |
  jq -r .data.token
