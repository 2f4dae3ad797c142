// A bare server that stores one listing and its manage key for each request, in one transaction as durable as ours.
// Its argument is the database.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import BetterSqlite3 from '../../db/driver.mjs';

const sqlite = new BetterSqlite3(process.argv[2]);
sqlite.pragma('synchronous = FULL');
sqlite.pragma('foreign_keys = ON');
const insertKey = sqlite.prepare('INSERT INTO manage_keys (id, key_hash, created_at) VALUES (?, ?, ?)');
const insertListing = sqlite.prepare(
  `INSERT INTO listings (id, kind, name, brand, year, type, condition, days_used, mileage, top_speed_kmph,
     present_price_rupees, past_price_rupees, license, body_style, body_colour, accent_colour, manage_key_id,
     search_brand, created_at, updated_at)
   VALUES (@id, 'bike', @name, @brand, @year, @type, @condition, @daysUsed, @mileage, @topSpeed, @presentPrice,
     @pastPrice, @license, 'commuter', '#24508F', '#DCE2E9', @keyId, @searchBrand, @now, @now)`,
);
const store = sqlite.transaction((listing, key) => {
  insertKey.run(listing.keyId, createHash('sha256').update(key).digest('hex'), listing.now);
  insertListing.run(listing);
});

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method !== 'POST') {
      response.end();
      return;
    }
    const sent = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const key = randomBytes(20).toString('hex');
    const listing = {
      ...sent,
      id: randomBytes(12).toString('hex'),
      keyId: randomUUID(),
      searchBrand: sent.brand.toLowerCase(),
      now: new Date().toISOString(),
    };
    store.immediate(listing, key);
    const body = JSON.stringify({ success: true, data: { ...listing, manageKey: key } });
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
}).listen(Number(process.env.PORT), process.env.HOST);
