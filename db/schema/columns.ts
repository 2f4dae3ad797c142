import { type SQL, sql } from 'drizzle-orm';
import { type AnySQLiteColumn, customType, integer, text } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';

export const isOneOf = (column: AnySQLiteColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
export const isTimestamp = (column: AnySQLiteColumn): SQL => sql`${column} glob '????-??-??T??:??:??.???Z'`;
export const isDay = (column: AnySQLiteColumn): SQL => sql`${column} glob '????-??-??'`;
export const isList = (column: AnySQLiteColumn): SQL => sql`json_valid(${column}) and json_type(${column}) = 'array'`;
export const isColour = (column: AnySQLiteColumn): SQL =>
  sql`${column} glob '#[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]'`;
export const isNotBlank = (column: AnySQLiteColumn): SQL => sql`length(trim(${column})) > 0`;

export const yesOrNo = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false);

/** @throws when it is invalid, which means a damaged file or a mistake in the query */
export const createJsonReader =
  <Schema extends z.ZodType>(schema: Schema) =>
  (json: string): z.infer<Schema> =>
    schema.parse(JSON.parse(json));

export const jsonText = <Schema extends z.ZodType>(name: string, schema: Schema) =>
  customType<{ data: z.infer<Schema>; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: createJsonReader(schema),
  })(name);
export const list = (name: string) => jsonText(name, z.array(z.string())).notNull().default([]);

export const createdAt = () => text('created_at').notNull();
export const updatedAt = () => text('updated_at').notNull();
export const version = () => integer('version').notNull().default(1);
