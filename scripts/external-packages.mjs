/** The packages that the built server loads from `node_modules`. The build includes all others. */
export const externalPackages = [
  '@fastify/busboy',
  '@node-rs/argon2',
  'better-sqlite3',
  'lru-cache',
  'nodemailer',
  'pino',
  'sharp',
];
