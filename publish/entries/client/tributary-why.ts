/// <reference lib="dom" />

// The element <tributary-why>.
export * from '@tributary/explorer/tributary-why'
