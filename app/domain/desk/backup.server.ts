import { setTimeout } from 'node:timers/promises';
import { err, ok, type Result } from '../shared/result';

/** A large copy takes longer than a browser waits. */
const patience = 8_000;

export async function makeBackup(backUp: (() => Promise<boolean>) | null): Promise<Result<'made' | 'running'>> {
  if (!backUp) return err({ kind: 'conflict', code: 'no_backup_here' });
  const made = await Promise.race([backUp(), setTimeout(patience, 'running' as const)]);
  if (made === 'running') return ok('running');
  return made ? ok('made') : err({ kind: 'conflict', code: 'backup_failed' });
}
