// Definitions of other tools.
export * from '@tributary/definitions'
