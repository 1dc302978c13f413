// For the packages of this repository only; no stability promise.

// Concurrency.
export {
  type AsyncMemo,
  coalesceByKey,
  createAsyncMemo,
  createKeyedMutex,
  createLazyResource,
  createMutex,
  type KeyedMutex,
  type LazyResource,
  type Mutex,
} from './async.ts'

// The latest of several values.
export { iterateLatest } from './iterate-latest.ts'

// Lists for work in slices.
export { lazyList } from './lazy-list.ts'
export { LongList } from './long-list.ts'

// Paths that match a pattern.
export { fixedFolder, isFilePattern, type ListFolder, matchFiles } from './match-files.ts'

// Distances of names, for an index of many names.
export { editDistance, fold, limitFor } from './near-names.ts'

// The version of Node.

// Work in slices, between which the event loop runs.
export {
  countWaitingJobs,
  eachInSlices,
  inSpans,
  runInSlices,
  runToEnd,
  type SlicedWork,
} from './slices.ts'
export { sortInSlices } from './sort-in-slices.ts'
// Worker threads.
export { startWorker } from './start-worker.ts'
// Requests of this machine.
export { isHostOfThisMachine, isOriginOfThisMachine } from './this-machine.ts'
