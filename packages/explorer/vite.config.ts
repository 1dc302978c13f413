import { defineConfig } from 'vite'

/** Addresses of assets are relative: the server writes its own root into index.html. */
export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The editor is one chunk of 530 KB, which test/files/sizes.test.ts bounds as it is sent.
    chunkSizeWarningLimit: 700,
    // On a busy machine it would print how long its plugins took.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
