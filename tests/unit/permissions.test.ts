import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { permissions } from '~/domain/shared/permissions';

const grantTexts = {
  no: 'no',
  yes: 'yes',
  password: 'yes, password',
  own: 'own lines',
  day: '24 hours',
  visitors: 'not of the team',
} as const;

test('the table of roles in docs/operations.md is that of the code', () => {
  const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split('\n## Roles\n');
  const rows = section
    .split('\n## ', 1)
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| |'));
  expect(rows).toEqual(
    Object.values(permissions).map(
      ({ text, clerk, manager, owner }) =>
        `| ${text} | ${grantTexts[clerk]} | ${grantTexts[manager]} | ${grantTexts[owner]} |`,
    ),
  );
});

test('no role may less than the one before it', () => {
  for (const { clerk, manager, owner } of Object.values(permissions)) {
    if (clerk !== 'no') expect(manager).not.toBe('no');
    if (manager !== 'no') expect(owner).not.toBe('no');
  }
});
