/**
 * The database schema, with a file for each subject. Every table is STRICT, and every rule that SQL can express for a row
 * is a CHECK, so that a bug cannot store invalid data. Full-text indexes, counters and the content revision are
 * maintained by the triggers in `drizzle`.
 *
 * Money is whole rupees. Timestamps are UTC in ISO 8601 with milliseconds; days are `YYYY-MM-DD` of Asia/Kolkata.
 */
export * from './accounts';
export * from './appointments';
export * from './conversations';
export * from './desk';
export * from './engagement';
export * from './listings';
export * from './photos';
export * from './places';
export * from './requests';
export * from './search';
export * from './site';
export * from './stock';
export * from './vehicles';
export * from './webhooks';
