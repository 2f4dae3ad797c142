// EMAIL and PASSWORD are those of your account.
const { EMAIL: email, PASSWORD: password } = process.env;

async function post(path, body, token) {
  const response = await fetch(`https://bikes.example/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const { success, code, message, data } = await response.json();
  if (!success) throw new Error(`${code}: ${message}`);
  return data;
}

const session = await post('/auth/login', { email, password });
// The token of a session ends after 30 days; this one of a program has a name and scopes.
const program = { name: 'Stock of the shop', scopes: ['read', 'write'], days: 90, password };
const { token } = await post('/auth/tokens', program, session.token);
console.log(token);
