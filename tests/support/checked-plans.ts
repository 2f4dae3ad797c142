import { afterAll, beforeAll } from 'vitest';
import BetterSqlite3 from '../../db/driver.mjs';
import { findPlanFailures } from './statement-plans';

const { prototype } = BetterSqlite3;
const texts = new Set<string>();
const faulty: string[] = [];
let isActive = false;
let isPatched = false;

/** Statements of the tests themselves, and those that run once at the start. */
const isUnchecked = (caller: string): boolean =>
  /\/(?:tests|db\/seed)\/|\/db\/(?:migrate|upgrade|connection)/.test(caller);

/** The line of code that prepares a statement. */
function findCaller(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const lines = (new Error().stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = limit;
  return (
    lines.find(
      (line) => !/node_modules|checked-plans|statement-plans|db\/(?:statements|mapped-session)|node:/.test(line),
    ) ?? ''
  );
}

/** Wraps the method of all connections of this process, which test files share. */
function patchPrepare(): void {
  if (isPatched) return;
  isPatched = true;
  const { prepare } = prototype;
  Reflect.set(prototype, 'prepare', function checkAndPrepare(this: unknown, text: string) {
    if (isActive && !texts.has(text) && /^\s*(?:select|with|insert|update|delete|replace)\b/i.test(text)) {
      texts.add(text);
      isActive = false;
      const caller = findCaller();
      const failures = isUnchecked(caller) ? [] : findPlanFailures(text);
      if (failures.length > 0)
        faulty.push([text.replaceAll(/\s+/g, ' ').trim(), ...failures, caller.trim()].join('\n'));
      isActive = true;
    }
    return Reflect.apply(prepare, this, [text]);
  });
}

/**
 * Checks every statement that the application prepares in the tests of a file: its plan must not depend on the statistics
 * of the planner, nor read a growing table as a whole.
 */
export function checkPlans(): void {
  beforeAll(() => {
    patchPrepare();
    isActive = true;
  });
  afterAll(() => {
    isActive = false;
    const found = faulty.splice(0);
    if (found.length > 0)
      throw new Error(`Plans that depend on statistics, or read a whole table:\n\n${found.join('\n\n')}`);
  });
}
