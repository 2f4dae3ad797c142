export const externalPackages = [
  '@fastify/busboy',
  '@node-rs/argon2',
  'better-sqlite3',
  'lru-cache',
  'nodemailer',
  'pino',
  'sharp',
];
