import { afterAll, afterEach, beforeAll } from 'vitest';
import type { SiteInProcess } from './site-in-process';

/**
 * Opens a site for the tests of a file or of a `describe`, and a new one after each failure: data of a failed test do
 * not
 * affect others.
 *
 * @param open opens it and stores in it what the tests need; called again after a failure
 * @param timeout in milliseconds
 */
export function shareSite(open: () => SiteInProcess | Promise<SiteInProcess>, timeout?: number): void {
  let site: SiteInProcess | undefined;
  const reopen = async () => {
    await site?.close();
    site = undefined;
    site = await open();
  };
  beforeAll(reopen, timeout);
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await reopen();
  }, timeout);
  afterAll(() => site?.close());
}
