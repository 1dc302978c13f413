import { EditorView } from '@codemirror/view'

/** The look of an editor, in the colours of the page: custom properties reach into its shadow root. */
export const THEME = EditorView.theme({
  '&': {
    width: '460px',
    maxWidth: '90vw',
    border: '1px solid var(--faint)',
    borderRadius: '8px',
    background: 'var(--panel)',
    color: 'var(--ink)',
  },
  '&.cm-focused': { outline: '2px solid var(--more)' },
  '.cm-content': { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', fontSize: '13px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-tooltip': {
    background: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--chosen)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': { color: 'var(--second)' },
  '.cm-diagnosticAction': { background: 'var(--more)', color: 'var(--panel)' },
  '.hover': { padding: '4px 8px' },
})
