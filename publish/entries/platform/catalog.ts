// Workspaces and their definitions.
export * from '@tributary/catalog'
