import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const text = readFileSync('SECURITY.md', 'utf8');
const rows = text
  .split('\n')
  .filter((line) => /^\| (?:\*\*)?(?:V?\d)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()));

/** The requirements of level 1 of ASVS 5.0, by section: the numbers that follow it. */
const levelOne: Record<string, readonly number[]> = {
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2],
  '1.5': [1],
  '2.1': [1],
  '2.2': [1, 2],
  '2.3': [1],
  '3.2': [1, 2],
  '3.3': [1],
  '3.4': [1, 2],
  '3.5': [1, 2, 3],
  '4.1': [1],
  '4.4': [1],
  '5.2': [1, 2],
  '5.3': [1, 2],
  '6.1': [1],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8],
  '6.3': [1, 2],
  '6.4': [1, 2],
  '7.2': [1, 2, 3, 4],
  '7.4': [1, 2],
  '8.1': [1],
  '8.2': [1, 2],
  '8.3': [1],
  '9.1': [1, 2, 3],
  '9.2': [1],
  '10.4': [1, 2, 3, 4, 5],
  '11.3': [1, 2],
  '11.4': [1],
  '12.1': [1],
  '12.2': [1, 2],
  '13.4': [1],
  '14.2': [1],
  '14.3': [1],
  '15.1': [1],
  '15.2': [1],
  '15.3': [1],
};
/** Requirements of level 2 that the document did not name at first. */
const levelTwo: Record<string, readonly number[]> = {
  '1.3': [5, 7, 8, 9, 10, 11],
  '1.4': [1, 3],
  '6.3': [4],
  '6.4': [4],
  '6.6': [2, 3],
  '7.1': [3],
  '8.4': [1],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [3],
  '11.4': [3, 4],
  '12.1': [2],
  '12.3': [1, 2],
  '13.2': [1, 4, 5],
  '13.3': [1],
  '15.3': [2],
  '16.2': [1, 2, 3, 4, 5],
  '16.4': [3],
};
const toIds = (sections: Record<string, readonly number[]>): string[] =>
  Object.entries(sections).flatMap(([section, numbers]) => numbers.map((n) => `${section}.${n}`));
const levelOneIds = toIds(levelOne);

describe('SECURITY.md', () => {
  it('names every requirement, in one row each', () => {
    expect(levelOneIds).toHaveLength(70);
    const named = rows.flatMap(([what = '']) => what.match(/\b\d+\.\d+\.\d+\b/g) ?? []);
    expect([...levelOneIds, ...toIds(levelTwo)].filter((id) => !named.includes(id))).toEqual([]);
    expect(named.filter((id, index) => named.indexOf(id) !== index)).toEqual([]);
  });

  it('gives a state and a reason for each row', () => {
    for (const [what, state, reason] of rows.filter((cells) => cells[1] !== '|' && cells[1] !== '')) {
      expect([what, state]).toEqual([what, expect.stringMatching(/^(?:held|open|n\/a|n\/a; held)$/)]);
      expect([what, reason]).toEqual([what, expect.stringMatching(/\w/)]);
      if (state === 'held') expect([what, reason]).toEqual([what, expect.stringContaining('`')]);
    }
  });

  it('names only existing files', () => {
    const files = [...text.matchAll(/[`(]((?:tests|docs|app|server)\/[\w./-]*)[`)]/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
