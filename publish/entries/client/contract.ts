// Schemas of requests and answers, and the table of operations.
export * from '@tributary/contract'
