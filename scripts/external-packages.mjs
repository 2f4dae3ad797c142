export const externalPackages = [
  '@fastify/busboy',
  '@node-rs/argon2',
  'better-sqlite3',
  'lru-cache',
  'nodemailer',
  'pino',
  'sharp',
  // Its licence, MPL-2.0, is about its own files, which so stay as they are published.
  'web-push',
];
