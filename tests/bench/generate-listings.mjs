#!/usr/bin/env node
// Prints N realistic, fictional sell listings as JSON lines, for load tests.
//   node generate-listings.mjs 100000            all kinds, seed 20251231
//   node generate-listings.mjs 500 7             another seed
//   node generate-listings.mjs 500 7 scooter     one kind only (bike | scooter)
// Deterministic: the same arguments always give the same bytes. No dependencies;
// reads db/seed/cities.json. Same fields as listings.json.
import { readFileSync } from 'node:fs';

const count = Number.parseInt(process.argv[2] ?? '', 10);
const seed = Number.parseInt(process.argv[3] ?? '20251231', 10);
const onlyKind = process.argv[4] ?? null;
if (
  !Number.isInteger(count) ||
  count < 0 ||
  !Number.isInteger(seed) ||
  (onlyKind && !['bike', 'scooter'].includes(onlyKind))
) {
  console.error('usage: node generate-listings.mjs COUNT [SEED] [bike|scooter]');
  process.exit(2);
}
const cities = JSON.parse(readFileSync(new URL('../../db/seed/cities.json', import.meta.url), 'utf8'));

// name, brand, kind, bodyStyle, type, capacity (cc or kWh), km/l or km per charge, top speed, first year, last year,
// price when new, weight in the mix
const MODELS = [
  ['Splendor Plus', 'Hero', 'bike', 'commuter', 'Petrol', 97.2, 62, 87, 2012, 2025, 74000, 10],
  ['HF Deluxe', 'Hero', 'bike', 'commuter', 'Petrol', 97.2, 65, 85, 2013, 2025, 62000, 6],
  ['Glamour', 'Hero', 'bike', 'commuter', 'Petrol', 124.7, 55, 95, 2014, 2025, 83000, 4],
  ['Xtreme 160R', 'Hero', 'bike', 'naked', 'Petrol', 163, 47, 112, 2020, 2025, 121000, 2],
  ['Xpulse 200', 'Hero', 'bike', 'adventure', 'Petrol', 199.6, 37, 115, 2019, 2024, 134000, 2],
  ['Shine', 'Honda', 'bike', 'commuter', 'Petrol', 124, 55, 102, 2010, 2025, 79000, 8],
  ['Unicorn', 'Honda', 'bike', 'commuter', 'Petrol', 162.7, 50, 106, 2015, 2025, 109000, 4],
  ['SP 125', 'Honda', 'bike', 'commuter', 'Petrol', 123.9, 62, 100, 2019, 2025, 88000, 4],
  ["H'ness CB350", 'Honda', 'bike', 'retro', 'Petrol', 348.4, 35, 125, 2020, 2025, 209000, 2],
  ['Classic 350', 'Royal Enfield', 'bike', 'retro', 'Petrol', 349, 36, 115, 2012, 2025, 190000, 6],
  ['Hunter 350', 'Royal Enfield', 'bike', 'naked', 'Petrol', 349.3, 36, 114, 2022, 2025, 165000, 4],
  ['Meteor 350', 'Royal Enfield', 'bike', 'cruiser', 'Petrol', 349.3, 34, 115, 2020, 2025, 205000, 3],
  ['Himalayan 411', 'Royal Enfield', 'bike', 'adventure', 'Petrol', 411, 29, 128, 2016, 2023, 215000, 2],
  ['Scram 411', 'Royal Enfield', 'bike', 'scrambler', 'Petrol', 411, 29, 125, 2022, 2024, 205000, 1],
  ['Apache RTR 160 4V', 'TVS', 'bike', 'naked', 'Petrol', 159.7, 45, 114, 2018, 2025, 124000, 5],
  ['Raider 125', 'TVS', 'bike', 'commuter', 'Petrol', 124.8, 56, 99, 2021, 2025, 95000, 4],
  ['Apache RR 310', 'TVS', 'bike', 'sport', 'Petrol', 312.2, 33, 160, 2018, 2025, 272000, 1],
  ['Pulsar 150', 'Bajaj', 'bike', 'naked', 'Petrol', 149.5, 46, 110, 2010, 2024, 108000, 7],
  ['Pulsar NS200', 'Bajaj', 'bike', 'naked', 'Petrol', 199.5, 36, 130, 2012, 2025, 142000, 4],
  ['Platina 100', 'Bajaj', 'bike', 'commuter', 'Petrol', 102, 70, 90, 2011, 2025, 66000, 4],
  ['Dominar 400', 'Bajaj', 'bike', 'naked', 'Petrol', 373.3, 29, 155, 2017, 2025, 230000, 2],
  ['Avenger Cruise 220', 'Bajaj', 'bike', 'cruiser', 'Petrol', 220, 39, 120, 2015, 2025, 138000, 2],
  ['FZ-S Fi', 'Yamaha', 'bike', 'naked', 'Petrol', 149, 46, 115, 2014, 2025, 118000, 5],
  ['MT-15', 'Yamaha', 'bike', 'naked', 'Petrol', 155, 48, 130, 2019, 2025, 166000, 4],
  ['R15 V3', 'Yamaha', 'bike', 'sport', 'Petrol', 155, 45, 136, 2018, 2021, 152000, 3],
  ['Gixxer', 'Suzuki', 'bike', 'naked', 'Petrol', 155, 45, 115, 2014, 2025, 131000, 3],
  ['Gixxer SF 250', 'Suzuki', 'bike', 'sport', 'Petrol', 249, 36, 150, 2019, 2025, 192000, 1],
  ['Ninja 300', 'Kawasaki', 'bike', 'sport', 'Petrol', 296, 26, 160, 2014, 2025, 318000, 1],
  ['W175', 'Kawasaki', 'bike', 'retro', 'Petrol', 177, 41, 110, 2022, 2025, 135000, 1],
  ['RV400', 'Revolt', 'bike', 'naked', 'Electric', 3.24, 100, 85, 2020, 2025, 128000, 2],
  ['Activa 6G', 'Honda', 'scooter', 'scooter-classic', 'Petrol', 109.5, 47, 85, 2020, 2025, 76000, 10],
  ['Activa 5G', 'Honda', 'scooter', 'scooter-classic', 'Petrol', 109.2, 46, 83, 2018, 2019, 58000, 5],
  ['Dio', 'Honda', 'scooter', 'scooter-classic', 'Petrol', 109.5, 48, 83, 2014, 2025, 70000, 4],
  ['Jupiter', 'TVS', 'scooter', 'scooter-classic', 'Petrol', 109.7, 49, 82, 2014, 2024, 73000, 7],
  ['Ntorq 125', 'TVS', 'scooter', 'scooter-classic', 'Petrol', 124.8, 42, 95, 2018, 2025, 88000, 4],
  ['XL100', 'TVS', 'scooter', 'moped', 'Petrol', 99.7, 60, 65, 2016, 2025, 46000, 2],
  ['iQube', 'TVS', 'scooter', 'scooter-electric', 'Electric', 3.04, 85, 78, 2021, 2025, 125000, 4],
  ['Access 125', 'Suzuki', 'scooter', 'scooter-classic', 'Petrol', 124, 46, 90, 2014, 2025, 80000, 6],
  ['Burgman Street', 'Suzuki', 'scooter', 'scooter-maxi', 'Petrol', 124, 48, 92, 2018, 2025, 93000, 3],
  ['Fascino 125', 'Yamaha', 'scooter', 'scooter-classic', 'Petrol', 125, 50, 90, 2020, 2025, 84000, 3],
  ['RayZR 125', 'Yamaha', 'scooter', 'scooter-classic', 'Petrol', 125, 50, 90, 2020, 2025, 86000, 3],
  ['Aerox 155', 'Yamaha', 'scooter', 'scooter-maxi', 'Petrol', 155, 38, 115, 2021, 2025, 144000, 2],
  ['Pleasure+', 'Hero', 'scooter', 'scooter-classic', 'Petrol', 110.9, 48, 77, 2019, 2025, 70000, 3],
  ['Destini 125', 'Hero', 'scooter', 'scooter-classic', 'Petrol', 124.6, 50, 88, 2018, 2025, 80000, 2],
  ['Vida V1 Pro', 'Hero', 'scooter', 'scooter-electric', 'Electric', 3.94, 105, 80, 2022, 2024, 140000, 2],
  ['Chetak', 'Bajaj', 'scooter', 'scooter-electric', 'Electric', 2.89, 82, 63, 2020, 2024, 135000, 3],
].filter((m) => !onlyKind || m[2] === onlyKind);

const COLOURS = [
  ['Black', '#1C1D20', '#A9AFB6'],
  ['White', '#EFEEE9', '#7D848B'],
  ['Red', '#A81E26', '#1B1C1E'],
  ['Blue', '#24508F', '#DCE2E9'],
  ['Grey', '#5F656C', '#D9482B'],
  ['Silver', '#B4BAC0', '#30343A'],
  ['Green', '#4C6B50', '#E0D9C5'],
  ['Yellow', '#DDB413', '#1D1E20'],
  ['Maroon', '#611A21', '#C9A77A'],
  ['Brown', '#6B4A34', '#E4D7C3'],
];
const OPENERS = [
  'Single owner and never raced.',
  'Bought new from the city dealer.',
  'Well looked after, garage parked.',
  'Used for the daily office run.',
  'Family vehicle in regular use.',
  'Second owner, papers in my name.',
  'Selling because I am moving town.',
  'Upgrading to something bigger.',
  'Light use over the last year.',
  'Serviced every three thousand kilometres.',
];
const CLOSERS = [
  'Insurance is valid.',
  'Tyres have good tread.',
  'Both keys available.',
  'New battery fitted recently.',
  'Service book in hand.',
  'Price is slightly negotiable.',
  'No accident history.',
  'Pollution certificate renewed.',
  'Test ride on a prior call.',
  'Minor scratches, no dents.',
];
const FEATURES = {
  bike: [
    'Disc brake',
    'Self start',
    'Alloy wheels',
    'ABS',
    'LED headlamp',
    'Digital console',
    'Crash guard',
    'Pillion grab rail',
    'USB charger',
    'Tubeless tyres',
  ],
  scooter: [
    'Front disc',
    'Combined braking',
    'External fuel lid',
    'Under-seat light',
    'USB charger',
    'LED headlamp',
    'Alloy wheels',
    'Front pocket',
    'Side-stand cut-off',
    'Tubeless tyres',
  ],
  electric: [
    'Home charger included',
    'Reverse mode',
    'Ride modes',
    'App lock',
    'Navigation screen',
    'Regenerative braking',
    'Removable battery',
    'Keyless start',
  ],
};
const SMALL_BIKE = [
  'Self start',
  'Alloy wheels',
  'Combined braking',
  'Pillion grab rail',
  'Tubeless tyres',
  'Leg guard',
  'Saree guard',
  'Side-stand cut-off',
];
const MOPED = ['Rear carrier', 'Removable pillion seat', 'Mobile charging socket', 'Easy centre stand'];
const POOR_OPENERS = [
  'Runs, but needs attention.',
  'Sold as it stands.',
  'Has been standing for some months.',
  'Good for someone handy with tools.',
];
const POOR_CLOSERS = [
  'Brakes need an overhaul.',
  'Body work required.',
  'Price reflects the condition.',
  'Tyres are due.',
];
const COND_PRICE = { Excellent: 1.06, Good: 1, Fair: 0.88, Poor: 0.7 };
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'; // no I, no O: Indian series skip them
const DAY = 86400000;

function mulberry32(start) {
  let a = start;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const rnd = mulberry32(seed);
const int = (lo, hi) => lo + Math.floor(rnd() * (hi - lo + 1));
const one = (arr) => arr[Math.floor(rnd() * arr.length)];
const totalWeight = MODELS.reduce((s, m) => s + m[11], 0);
function pickModel() {
  let r = rnd() * totalWeight;
  for (const m of MODELS) {
    r -= m[11];
    if (r < 0) return m;
  }
  return MODELS[MODELS.length - 1];
}
function some(arr, n) {
  const pool = arr.slice();
  const out = [];
  while (out.length < n && pool.length) out.push(pool.splice(Math.floor(rnd() * pool.length), 1)[0]);
  return out;
}
function conditionFor(age) {
  const r = rnd() + age * 0.045;
  return r < 0.45 ? 'Excellent' : r < 1.02 ? 'Good' : r < 1.42 ? 'Fair' : 'Poor';
}
const pad = (n, w) => String(n).padStart(w, '0');

function featurePool(kind, bodyStyle, type, capacity) {
  if (type === 'Electric') return FEATURES.electric;
  if (bodyStyle === 'moped') return MOPED;
  if (kind === 'bike' && capacity < 115) return SMALL_BIKE;
  return FEATURES[kind];
}

function listing(i) {
  const [model, brand, kind, bodyStyle, type, capacity, economy, top, from, to, newPrice] = pickModel();
  const created = Date.UTC(2025, 0, 1) + int(0, 364) * DAY + int(6 * 3600, 21 * 3600) * 1000;
  // in January a vehicle of the current year would have almost no use yet
  const year = int(from, created < Date.UTC(2025, 1, 1) ? Math.min(to, 2024) : to);
  const start = Date.UTC(year, 0, 1);
  const latest = Math.min(Date.UTC(year, 11, 28), created - 20 * DAY);
  const registered = latest > start ? start + Math.floor(rnd() * (latest - start)) : start;
  const daysUsed = Math.max(1, Math.floor((created - registered) / DAY));
  const age = daysUsed / 365;
  const condition = conditionFor(age);
  // the price when new was lower in earlier years: about 4 % a year
  const pastPrice = Math.round((newPrice * 0.96 ** (2025 - year) * (0.97 + rnd() * 0.06)) / 100) * 100;
  const keep = type === 'Electric' ? 0.83 : 0.9;
  const factor = Math.max(0.18, 0.86 * keep ** age * COND_PRICE[condition] * (0.94 + rnd() * 0.12));
  const presentPrice = Math.min(pastPrice - 1000, Math.max(8000, Math.round((pastPrice * factor) / 500) * 500));
  const place = one(cities);
  const series = one(LETTERS.split('')) + (rnd() < 0.9 ? one(LETTERS.split('')) : '');
  const [colour, body, accent] = one(COLOURS);
  const rated = rnd() < 0.4;
  const electric = type === 'Electric';
  return {
    id: `gen-${pad(i + 1, 7)}`,
    kind,
    name: `${brand} ${model}`,
    brand,
    model,
    bodyStyle,
    colours: { name: colour, body, accent },
    year,
    type,
    condition,
    daysUsed,
    mileage: Math.max(10, Math.round(economy * (1 - Math.min(0.2, age * 0.012)) * (0.96 + rnd() * 0.08))),
    topSpeed: top,
    presentPrice,
    pastPrice,
    license: `${place.rtoPrefix} ${series} 0000`,
    engineCapacity: electric ? null : `${capacity} cc`,
    batteryCapacity: electric ? `${capacity} kWh` : null,
    transmission: kind === 'bike' ? 'manual' : 'automatic',
    description: condition === 'Poor' ? `${one(POOR_OPENERS)} ${one(POOR_CLOSERS)}` : `${one(OPENERS)} ${one(CLOSERS)}`,
    features: some(featurePool(kind, bodyStyle, type, capacity), int(2, 4)),
    location: { city: place.city, state: place.state, country: 'India' },
    availability: 'available',
    isPromoted: rnd() < 0.05,
    rating: rated ? Math.round((3.6 + rnd() * 1.3) * 10) / 10 : null,
    reviewCount: rated ? int(1, 24) : 0,
    viewCount: int(3, 900),
    isActive: true,
    createdAt: new Date(created).toISOString(),
    updatedAt: new Date(created + int(0, 12) * 3600000).toISOString(),
  };
}

let stopped = false;
process.stdout.on('error', (e) => {
  if (e.code === 'EPIPE') {
    stopped = true;
    process.exit(0);
  }
  throw e;
});
const CHUNK = 500;
for (let i = 0; i < count && !stopped; i += CHUNK) {
  let text = '';
  for (let j = i; j < Math.min(count, i + CHUNK); j += 1) text += `${JSON.stringify(listing(j))}\n`;
  if (!process.stdout.write(text)) await new Promise((ok) => process.stdout.once('drain', ok));
}
