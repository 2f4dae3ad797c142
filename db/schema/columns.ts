/** Columns and CHECKs that several tables share. */
import { type SQL, sql } from 'drizzle-orm';
import { type AnySQLiteColumn, integer, text } from 'drizzle-orm/sqlite-core';

export const oneOf = (column: AnySQLiteColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
export const isTimestamp = (column: AnySQLiteColumn): SQL => sql`${column} glob '????-??-??T??:??:??.???Z'`;
export const isDay = (column: AnySQLiteColumn): SQL => sql`${column} glob '????-??-??'`;
export const isList = (column: AnySQLiteColumn): SQL => sql`json_valid(${column}) and json_type(${column}) = 'array'`;
export const isColour = (column: AnySQLiteColumn): SQL =>
  sql`${column} glob '#[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]'`;
export const isNotBlank = (column: AnySQLiteColumn): SQL => sql`length(trim(${column})) > 0`;

export const yesOrNo = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false);
export const list = (name: string) => text(name, { mode: 'json' }).$type<string[]>().notNull().default([]);
export const createdAt = () => text('created_at').notNull();
export const updatedAt = () => text('updated_at').notNull();
/** Incremented by every change, so that a form based on an older version is detected. */
export const version = () => integer('version').notNull().default(1);
