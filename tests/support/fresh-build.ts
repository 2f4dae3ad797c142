import { spawnSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

/** Builds the site if its sources have changed since the last build. */
function build(): void {
  const { status } = spawnSync(process.execPath, ['scripts/prepare.mjs'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The site could not be built.');
}

export default function setup(project: TestProject): void {
  build();
  project.onTestsRerun(async () => build());
}
