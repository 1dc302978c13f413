/**
 * The rooms of each package, level by level from the bottom to the top, and what each is for. A room is the first folder
 * under `src`, or a file that lies in `src` itself. A room imports rooms of lower levels only; rooms of one level do not
 * import one another; type imports count. `docs/architecture.md` shows this table.
 */
export const ROOMS: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  core: [
    {
      'assert-never.ts': 'the end of a switch over a closed union',
      'async.ts': 'mutexes, a memo, lazily opened resources',
      'clock.ts': 'the current time as an option',
      'errors.ts': 'the base class of errors',
      'iterate-latest.ts': 'the latest of several values, as an async iterator',
      'lazy-list.ts': 'a list whose items are made when they are read',
      'lru-map.ts': 'a map that drops the entry that was used least recently',
      'long-list.ts': 'a list that is never copied in one piece',
      'match-files.ts': 'paths that match a pattern',
      'near-names.ts': 'suggestions for misspelt names',
      'numbers.ts': 'numbers as people read them',
      'slices.ts': 'long work in slices, between which the event loop runs',
      'sort-in-slices.ts': 'a sort as work in slices',
      'start-worker.ts': 'worker threads from source or compiled',
      'this-machine.ts': 'names of this machine in requests',
    },
    { 'csv.ts': 'comma-separated values' },
  ],
  contract: [
    {
      'routes.ts': 'id, method and path of each operation, without schemas',
      numbers: 'the values of an answer as they are written, and with every digit',
      warnings: 'the texts of warnings in each language',
    },
    { schemas: 'requests and answers, a file a resource' },
    {
      operations: 'the table of operations with their schemas, a file a tag',
      claims: 'sentences about answers, each with its predicate, in each language',
    },
  ],
  expression: [
    { values: 'value types, decimals, civil time, text forms' },
    { time: 'grains, intervals, times as texts' },
    { tree: 'syntax trees, typed trees, function names, visitors' },
    { 'literal.ts': 'names and constants as texts, without the parser' },
    { diagnostics: 'codes, messages in two languages, fixes' },
    {
      'errors.ts': 'the exception for callers that want one',
      syntax: 'text to tree',
      functions: 'every function: parameters, types, value',
      indirection: 'other periods, levels, ranks and shares',
    },
    { evaluate: 'the value of a typed tree for a row' },
    { check: 'tree to typed tree' },
    { complete: 'completion and hover' },
  ],
  attribution: [
    {
      numbers: 'exact arithmetic, digits, order',
      request: 'the request, the port, errors, warnings',
    },
    {
      plan: 'what to aggregate; the form of a formula',
      question: 'a question about one table to a request',
      columnar: 'tables in memory that answer aggregate requests',
    },
    {
      contribute: 'how a change divides',
      causes: 'the segments that changed differently from the rest',
      'metric-tree': 'how a change divides among the metrics of a formula',
    },
    { tables: 'the tables of an answer' },
    { attribute: 'the questions: one metric, one table, many metrics, a ranking' },
    { query: 'values of metrics by groups' },
  ],
  sql: [
    { 'errors.ts': 'errors of this package' },
    {
      results: 'what a statement gives, keys as text',
      text: 'names, pieces of SQL, statements with parameters',
    },
    { functions: 'what a dialect says about a function' },
    { dialects: 'a folder an engine: types, quoting, forms of functions' },
    { compile: 'requests to statements', drivers: 'engines: connections, parameters, columns' },
    { source: 'an engine that answers aggregate requests' },
  ],
  lineage: [
    { model: 'vertices, edges, changes, errors' },
    {
      store: 'interned sets of sources, ids for suggestions',
      view: 'what a query reads: adjacency, labels, buffers',
    },
    { live: 'vertices and edges of a graph that changes', snapshot: 'a graph as a file' },
    {
      graph: 'the graph of a tenant',
      queries: 'a question a file; the neighbourhood and shared algorithms in rooms',
    },
    { formats: 'import and export', journal: 'changes in order; past states' },
  ],
  catalog: [
    { definitions: 'the types of definitions' },
    {
      calendar: 'rows of a dataset to periods of the calendar',
      resolve: 'names to definitions, definitions to typed trees',
    },
    {
      plan: 'a question to an attribution request',
      route: 'which materialised table answers a request',
      view: 'views to definitions',
      materialise: 'plans to materialisations',
      'lineage-edges': 'definitions to edges',
      search: 'definitions by words',
    },
    {
      query: 'a query in the words of views to requests',
      workspace: 'YAML files: schema, a codec a kind, checks',
    },
  ],
  definitions: [
    {
      'errors.ts': 'errors of this package',
      'sql-text': 'SQL expressions of other tools to trees',
    },
    { draft: 'what formats share: places, tables, names, findings' },
    {
      'sql-model': 'models of SQL texts to datasets, dimensions and metrics',
      extras: 'what is said beside the texts of other formats',
    },
    {
      dbt: 'semantic manifests of dbt',
      ossie: 'semantic models of Ossie',
      databricks: 'metric views of Databricks',
      snowflake: 'semantic views of Snowflake',
      rill: 'metrics views of Rill',
      cube: 'models of Cube',
    },
    { import: 'a file to a workspace; a workspace with an import' },
    { export: 'a workspace to a file of another tool' },
  ],
  platform: [
    { model: 'instances and their states, rights, options, errors' },
    { store: 'the database of the service' },
    {
      access: 'credentials, callers, what each may do',
      queue: 'the lease queue, workers, schedules',
      sources: 'the files of datasets',
    },
    {
      guess: 'a workspace guessed from data files',
      lineage: 'the lineage of a tenant and its journal',
      memory: 'datasets kept in memory',
    },
    { tables: 'materialised tables, their engines and locks' },
    { tenant: 'a tenant with its engine; a session of a caller' },
    {
      administration: 'what operators of the service do; health',
      requests: 'texts, times and pages of requests; tags and tasks of answers',
    },
    { operations: 'an operation a file, a folder a tag; the table of all' },
    { 'platform.ts': 'the interface of the service' },
    { 'create-platform.ts': 'the composition root' },
  ],
  server: [
    { 'errors.ts': 'errors of this package', 'status-of.ts': 'error codes to status numbers' },
    { request: 'bodies, parameters, limits' },
    { plugins: 'envelope, authentication, log, metrics, OpenAPI' },
    { routes: 'routes made from the table of operations' },
    { 'api.ts': 'the Fastify plugin' },
    { 'app.ts': 'the whole application' },
    { 'serve.ts': 'listening and closing' },
  ],
  explorer: [
    {
      address: 'addresses to pages and back',
      layout: 'graphs in layers',
      files: 'the built page, for the server',
      'storage.ts': 'what the browser keeps',
    },
    {
      embed: 'frames in other sites: messages, and the web component',
      text: 'languages and numbers',
      analysis: 'answers to what is drawn; pages to questions',
    },
    { answers: 'who asks, where, and what was answered' },
    {
      charts: 'drawings',
      editor: 'the editor of conditions, loaded when it is needed',
      parts: 'what pages share',
    },
    { pages: 'a page a file' },
    { 'page.tsx': 'the composition root' },
  ],
  client: [
    { 'errors.ts': 'errors of this package', 'options.ts': 'options' },
    {
      'read-answer.ts': 'response to data',
      'retry.ts': 'when a request is sent again',
      'to-request.ts': 'a call to a request',
    },
    { 'client.ts': 'a method an operation' },
  ],
  cli: [
    { 'errors.ts': 'errors of this package', 'version.ts': 'the version of the package' },
    { terminal: 'streams, width, progress' },
    { render: 'answers as text', flags: 'options that commands share' },
    {
      session: 'a workspace or a store, opened',
      mcp: 'tools of the Model Context Protocol, over stdio and HTTP',
      complete: 'completion of a command line',
    },
    { commands: 'a command a file' },
    { 'program.ts': 'the command line' },
    { 'main.ts': 'the entry point' },
  ],
}
