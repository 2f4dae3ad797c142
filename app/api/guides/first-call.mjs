async function call(path, body) {
  const response = await fetch(`https://bikes.example/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: body && { 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const { success, code, message, errors, data } = await response.json();
  if (!success) throw new Error(`${code}: ${message} ${JSON.stringify(errors ?? {})}`);
  return data;
}

// Reading needs no account: the three cheapest bikes for sale.
const { bikes } = await call('/bikes?availability=available&sort=price&limit=3&fields=id,name,price');
for (const bike of bikes) console.log(JSON.stringify(bike));

// EMAIL and PASSWORD are those of your new account; this is sent once.
const { EMAIL: email, PASSWORD: password } = process.env;
const { user } = await call('/auth/signup', { name: 'Asha Rao', email, password });
console.log(user.email);
