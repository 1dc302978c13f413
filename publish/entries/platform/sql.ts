// Engines that aggregate.
export * from '@tributary/sql'
