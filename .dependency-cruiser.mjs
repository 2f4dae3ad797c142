// How modules may depend on each other; docs/architecture.md, "Layers" explains why. Run by `npm test`.

const serverOnly = '\\.server\\.tsx?$';
const types = ['type-only'];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Modules in a cycle, also one of types, can only be understood together; others may be used before they are initialized.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-cycles-between-subjects',
      comment: 'The folders of app/domain depend on each other in one direction, so that each can be read by itself.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^app/domain/' },
      to: { circular: true, path: '^app/domain/' },
    },
    {
      name: 'db-is-the-lowest-layer',
      severity: 'error',
      from: { path: '^db/' },
      to: { path: '^(?:app|server|ops)/' },
    },
    {
      name: 'domain-knows-no-requests',
      comment: 'The domain contains rules: it does not depend on screens, endpoints or the framework.',
      severity: 'error',
      from: { path: '^app/domain/' },
      to: { path: '^(?:app/(?!domain/)|server/|ops/)|^node_modules/(?:react|react-dom|@remix-run)/' },
    },
    {
      name: 'database-only-on-the-server',
      comment:
        'Browsers receive the option lists of db/enums.ts, the folding of searched text, and nothing else of the database layer.',
      severity: 'error',
      from: { path: '^app/', pathNot: [serverOnly, '^app/(?:api|http|routes)/'] },
      to: {
        path: '^db/|^node_modules/drizzle-orm/',
        pathNot: '^db/(?:enums|search-fold)\\.ts$',
        dependencyTypesNot: types,
      },
    },
    {
      name: 'routes-use-no-database',
      comment: 'Routes call the commands and queries of the domain.',
      severity: 'error',
      from: { path: '^app/routes/' },
      to: {
        path: '^db/|^node_modules/drizzle-orm/',
        pathNot: '^db/(?:enums|webhook-events)\\.ts$',
        dependencyTypesNot: types,
      },
    },
    {
      name: 'ui-shows-what-it-is-given',
      comment: 'The design system takes props; it does not load data.',
      severity: 'error',
      from: { path: '^app/ui/' },
      to: { path: `^app/domain/.*${serverOnly}`, dependencyTypesNot: types },
    },
    {
      name: 'ui-knows-no-requests',
      severity: 'error',
      from: { path: '^app/ui/' },
      to: { path: '^(?:app/(?:routes|api|submit|http)|server)/' },
    },
    {
      name: 'requests-know-no-screens',
      severity: 'error',
      from: { path: '^app/(?:api|submit|http)/' },
      to: { path: '^(?:app/(?:routes|ui)|server|ops)/' },
    },
    {
      name: 'http-is-below-api-and-submit',
      severity: 'error',
      from: { path: '^app/http/' },
      to: { path: '^app/(?:api|submit)/' },
    },
    {
      name: 'submit-is-below-api',
      comment: 'The one way of a write does not know its callers.',
      severity: 'error',
      from: { path: '^app/submit/' },
      to: { path: '^app/api/' },
    },
    {
      name: 'screens-are-independent',
      comment: 'Code that two screens share belongs in app/ui, app/submit, app/http or the domain.',
      severity: 'error',
      from: { path: '^app/routes/([^/]+)/' },
      to: { path: '^app/routes/([^/]+)/', pathNot: '^app/routes/$1/' },
    },
    {
      name: 'image-library-outside-the-server',
      comment:
        'Only the process for pictures loads it (docs/adr/0027-pictures-in-a-process.md), and the doctor, which tries it.',
      severity: 'error',
      from: { path: '^(?:app|server|ops|db)/', pathNot: '^(?:app/domain/photos/image-work|ops/doctor)\\.ts$' },
      to: { path: '^node_modules/sharp/' },
    },
    {
      name: 'image-work-outside-the-server',
      severity: 'error',
      from: { path: '^(?:app|server|ops|db)/', pathNot: '^server/image-process\\.ts$' },
      to: { path: '^app/domain/photos/image-work\\.ts$' },
    },
    {
      name: 'remix-in-one-folder',
      comment: 'What relies on how Remix works inside is in server/remix, whose README.md says why.',
      severity: 'error',
      from: { path: '^(?:server|ops)/', pathNot: '^server/remix/' },
      to: { path: '^node_modules/@remix-run/', dependencyTypesNot: types },
    },
    {
      name: 'app-is-below-server-and-ops',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^(?:server|ops)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:build|\\.cache)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  },
};
