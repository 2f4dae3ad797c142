# HOOK is the address of your program. Save the secret of the response: it is returned only now.
jq -n '{ url: env.HOOK, events: ["listing.created", "listing.changed", "listing.sold", "listing.removed"] }' |
  curl -sSf https://bikes.example/api/webhooks -H "Authorization: Bearer $TOKEN" \
    -H 'Content-Type: application/json' -d @- > webhook.json
jq -r .data.secret webhook.json

# A test event, and what your program answered to the last events.
WEBHOOK=https://bikes.example/api/webhooks/$(jq -r .data.id webhook.json)
curl -sSf -X POST "$WEBHOOK/test" -H "Authorization: Bearer $TOKEN" > test.json
sleep 2
curl -sSf "$WEBHOOK/deliveries" -H "Authorization: Bearer $TOKEN" | jq -c '.data.deliveries[] | { event, state, status }'
