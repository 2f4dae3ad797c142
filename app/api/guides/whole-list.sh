AFTER=
while :; do
  PAGE=$(curl -sSf "https://bikes.example/api/bikes?limit=100&fields=id,name,price&after=$AFTER") || exit
  printf '%s' "$PAGE" | jq -c '.data.bikes[]'
  AFTER=$(printf '%s' "$PAGE" | jq -r '.data.pagination.next // empty')
  [ -n "$AFTER" ] || break
done
