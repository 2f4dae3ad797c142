// Runs test files in its own copy of the project (the working directory), with or without a mutation in place. One Vitest
// server stays open for all of them, so that only what a mutation changes is compiled again.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';

const silent = { onInit() {} };
const vitest = await createVitest('test', {
  config: 'tests/mutations/vitest.config.ts',
  watch: false,
  reporters: [silent],
});
await vitest.standalone();

/** @returns the names of the tests that failed, or why the files did not run; empty when all passed */
async function getFailures(tests) {
  const [project] = vitest.projects;
  // Otherwise failures of earlier runs are reported again.
  vitest.state.filesMap.clear();
  vitest.state.clearErrors();
  const specifications = tests.map((file) => project.createSpecification(resolve(file)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (testModules.length !== tests.length) throw new Error(`${testModules.length} of ${tests.length} files were run.`);
  const failures = testModules.flatMap((module) => {
    const tests = [...module.children.allTests('failed')].map(({ fullName }) => fullName);
    const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
    const errors = [...module.errors(), ...suites].map(({ message }) => message);
    return [...tests, ...errors];
  });
  return [...failures, ...unhandledErrors.map((error) => String(error?.message ?? error))];
}

process.on('message', async ({ file, find, replace, tests }) => {
  const original = file && readFileSync(file, 'utf8');
  const write = (text) => {
    writeFileSync(file, text);
    vitest.invalidateFile(resolve(file));
  };
  const startedAt = performance.now();
  try {
    if (file) write(original.replace(find, () => replace));
    let failures = [];
    if (file) {
      // The first failure is enough.
      for (const test of tests) if (failures.length === 0) failures = await getFailures([test]);
      write(original);
    } else failures = await getFailures(tests);
    process.send({ failures, milliseconds: performance.now() - startedAt });
  } catch (error) {
    process.send({ problem: String(error?.stack ?? error) });
  }
});
process.on('disconnect', () => process.exit());
process.send({ ready: true });
