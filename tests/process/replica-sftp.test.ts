import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { findLitestream } from '../../ops/replica.mjs';
import { freePort } from '../support/free-port';
import { startSite } from '../support/running-site';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'dopahiya-sftp-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Where Debian and most other systems have it; it starts by its whole path only. */
const sshd = '/usr/sbin/sshd';

/**
 * @returns whether an SFTP server and Litestream are available
 */
function canBeTried(): boolean {
  try {
    if (!existsSync(sshd)) throw new Error(`there is no ${sshd}`);
    findLitestream();
    return true;
  } catch (error) {
    console.warn(`Replication by SFTP is not tested: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

/** An SFTP server that accepts one key of this user. */
async function startSftp(port: number): Promise<ChildProcess> {
  for (const name of ['host', 'key'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  copyFileSync(join(folder, 'key.pub'), join(folder, 'accepted'));
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'accepted')}`,
    'StrictModes no',
    'PasswordAuthentication no',
    'PidFile none',
    'Subsystem sftp internal-sftp',
  ];
  writeFileSync(join(folder, 'sshd_config'), config.join('\n'));
  // The folder for privilege separation, which a system service would have created.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const server = spawn(sshd, ['-D', '-f', join(folder, 'sshd_config')], { stdio: 'ignore' });
  for (let isOpen = false; !isOpen; ) {
    if (server.exitCode !== null) throw new Error(`The SFTP server ended with ${server.exitCode}.`);
    await pause(50);
    const socket = connect(port, '127.0.0.1');
    isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
  }
  return server;
}

test.skipIf(!canBeTried())('a replica on an SFTP server is written, drilled and restored with a key', async () => {
  const databasePath = join(folder, 'live', 'site.sqlite');
  const port = await freePort();
  const sftp = await startSftp(port);
  const url = `sftp://${userInfo().username}@127.0.0.1:${port}${join(folder, 'replica')}`;
  const env = { ...process.env, DATABASE_PATH: databasePath, REPLICA_URL: url, REPLICA_KEY: join(folder, 'key') };
  const runDrill = (variables: Record<string, string>) =>
    run(process.execPath, ['ops/commands/drill.mjs'], { env: { ...env, ...variables } }).catch((error) => error);
  try {
    await (await startSite({ databasePath })).stop();
    const replicating = spawn(process.execPath, ['ops/commands/replicate.mjs'], { env, stdio: 'ignore' });
    let drilled = await runDrill({});
    while (!drilled.stdout.startsWith('The replica is restored')) drilled = await runDrill({});
    replicating.kill('SIGTERM');
    await once(replicating, 'exit');
    expect(drilled.stdout).toContain('Nothing would have been lost.');

    rmSync(join(folder, 'live'), { recursive: true });
    const restored = await run(process.execPath, ['build/server/restore.js', '--from-replica'], { env });
    expect(restored.stdout).toContain('from the replica. There was no database before.');

    expect((await runDrill({ REPLICA_KEY: '/nowhere' })).stderr).toBe(
      'There is no key at /nowhere (the setting REPLICA_KEY).\n',
    );
  } finally {
    sftp.kill('SIGKILL');
  }
});
