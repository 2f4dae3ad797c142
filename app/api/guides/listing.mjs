import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

const bike = {
  ...{ name: 'Hero Splendor Plus', brand: 'Hero', year: 2022, type: 'Petrol', daysUsed: 900, condition: 'Good' },
  ...{ mileage: 61, topSpeed: 87, presentPrice: 52000, pastPrice: 74000, license: 'MH 12 AB 1234' },
};
const form = new FormData();
for (const [name, value] of Object.entries(bike)) form.set(name, value);
form.append('images', new Blob([await readFile('photo.jpg')], { type: 'image/jpeg' }), 'photo.jpg');

// One key for one listing: the request is sent again with it, and the bike is listed once.
const headers = { Authorization: `Bearer ${process.env.TOKEN}`, 'Idempotency-Key': randomUUID() };
async function send(attempts) {
  try {
    return await fetch('https://bikes.example/api/bikes', { method: 'POST', headers, body: form });
  } catch (error) {
    if (attempts === 1) throw error;
    await setTimeout(1_000);
    return send(attempts - 1);
  }
}

const { success, message, errors, data } = await (await send(3)).json();
if (!success) throw new Error(`${message} ${JSON.stringify(errors)}`);
console.log(data.id);
