// Checks that tests detect mistakes, made in a copy of the sources, one at a time:
//   npm run mutate                           those of mistakes.ts, which would open the site to strangers
//   npm run mutate -- cookie                 of those the ones with such a name or file
//   npm run mutate -- app/domain/finance 'tests/unit/{emi,payment-plan}.test.ts'
//                                            all mistakes that Stryker makes in a folder, by these tests; without
//                                            them, by all unit tests
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { createVitest } from 'vitest/node';

const root = fileURLToPath(new URL('../..', import.meta.url));
const names = process.argv.slice(2);

const stryker = 'node_modules/@stryker-mutator/core/bin/stryker.js';

/** Stryker has 80 packages, which only this needs: they are not installed with the others. */
function runStryker(folder, tests) {
  if (!existsSync(join(root, stryker))) {
    console.error(
      'Install Stryker first: npm install --no-save @stryker-mutator/core@9.6.1 @stryker-mutator/vitest-runner@9.6.1',
    );
    return 1;
  }
  const under = folder.replace(/\/$/, '');
  const { status } = spawnSync(
    process.execPath,
    [stryker, 'run', 'tests/mutations/stryker.config.json', '--mutate', `${under}/**/*.ts,${under}/**/*.tsx`],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...(tests && { STRYKER_TESTS: tests }) } },
  );
  return status ?? 1;
}

/** Folders left out of the copy: linked, generated, or large. */
const left = new Set(['node_modules', 'build', '.git', '.cache', 'test-results', 'docs']);

function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'dopahiya-mutations-'));
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => !left.has(path.slice(root.length)) && !/\.sqlite(?:-\w+)?$/.test(path),
  });
  for (const linked of ['node_modules', 'build', 'docs']) symlinkSync(join(root, linked), join(folder, linked));
  return folder;
}

/** @returns a function that runs a test file in the working directory, for the name of the first failure, or null */
async function startTests() {
  const config = { config: 'tests/mutations/vitest.config.ts', watch: false, reporters: [{ onInit() {} }] };
  const vitest = await createVitest('test', config);
  await vitest.standalone();
  const [project] = vitest.projects;
  const findFailure = async (test) => {
    // Otherwise failures of earlier runs are reported again.
    vitest.state.filesMap.clear();
    vitest.state.clearErrors();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
      project.createSpecification(resolve(test)),
    ]);
    const [module] = testModules;
    if (!module) throw new Error(`${test} was not run.`);
    const [failed] = module.children.allTests('failed');
    const [error] = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
    return failed?.fullName ?? error?.message ?? (unhandledErrors.length > 0 ? String(unhandledErrors[0]) : null);
  };
  return { vitest, findFailure };
}

async function runMistakes() {
  const { module } = await runnerImport(join(root, 'tests/mutations/mistakes.ts'), { root, configFile: false });
  const chosen = module.mistakes.filter(
    ({ name, file }) => names.length === 0 || names.some((part) => `${name} ${file}`.includes(part)),
  );
  const folder = copyProject();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  process.chdir(folder);
  const { vitest, findFailure } = await startTests();
  const wrong = [];
  for (const test of new Set(chosen.flatMap(({ tests }) => tests))) {
    const failure = await findFailure(test);
    if (failure) wrong.push(`${test} fails without a mistake: ${failure}`);
  }
  for (const { name, file, find, replace, tests } of wrong.length === 0 ? chosen : []) {
    const original = readFileSync(file, 'utf8');
    const write = (text) => {
      writeFileSync(file, text);
      vitest.invalidateFile(resolve(file));
    };
    write(original.replace(find, () => replace));
    let failure = null;
    for (const test of tests) failure ??= await findFailure(test);
    write(original);
    console.log(`${name}: ${failure ? `detected by "${failure}"` : 'NOT DETECTED'}`);
    if (!failure) wrong.push(`${name} (${file}): none of ${tests.join(', ')} fails.`);
  }
  await vitest.close();
  console.log(`\n${[...wrong, `${chosen.length} mistakes, ${wrong.length} problems.`].join('\n')}`);
  return wrong.length > 0 || chosen.length === 0 ? 1 : 0;
}

const [folder, tests] = names;
process.exit(folder?.includes('/') && existsSync(join(root, folder)) ? runStryker(folder, tests) : await runMistakes());
