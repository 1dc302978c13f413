import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { type Diagnostic, linter } from '@codemirror/lint'
import { EditorState, Prec } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap } from '@codemirror/view'
import {
  complete,
  type DiagnosticLocale,
  diagnose,
  hover,
  type Scope,
  translateDiagnostic,
} from '@tributary/expression'
import { THEME } from './theme.ts'

/** Options of an editor of a condition. */
export interface EditorOptions {
  /** The element that holds it; it gets a shadow root, where the style sheets of the editor are allowed. */
  readonly host: HTMLElement
  readonly scope: Scope
  /** The label for screen readers. */
  readonly label: string
  readonly language: DiagnosticLocale
  /** Takes the text on Enter. */
  submit(text: string): void
  /** Is called on Escape. */
  leave(): void
}

/** An editor on the page. */
export interface MountedEditor {
  text(): string
  destroy(): void
}

/** Puts an editor of one condition into an element: with completion, diagnosis and descriptions of names. */
export function mountEditor(options: EditorOptions): MountedEditor {
  const { host, scope, label, language, submit, leave } = options
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      extensions: [
        Prec.high(
          keymap.of([
            {
              key: 'Enter',
              run: ({ state }) => {
                if (completionStatus(state) === 'active') return false
                submit(state.doc.toString())
                return true
              },
            },
          ]),
        ),
        keymap.of([
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          {
            key: 'Escape',
            run: () => {
              leave()
              return true
            },
          },
        ]),
        history(),
        closeBrackets(),
        EditorState.transactionFilter.of((transaction) =>
          transaction.newDoc.lines > 1 ? [] : transaction,
        ),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'false' }),
        autocompletion({ override: [(context) => completions(context, scope)], icons: false }),
        linter((editorView) => diagnostics(editorView.state.doc.toString(), scope, language), {
          delay: 200,
        }),
        hoverTooltip((editorView, at) =>
          createHoverTooltip(editorView.state.doc.toString(), at, scope),
        ),
        THEME,
      ],
    }),
  })
  view.focus()
  return { text: () => view.state.doc.toString(), destroy: () => view.destroy() }
}

function completions(context: CompletionContext, scope: Scope): CompletionResult | null {
  const text = context.state.doc.toString()
  const suggestions = complete(text, context.pos, scope)
  const first = suggestions[0]
  if (first === undefined || (text.trim() === '' && !context.explicit)) return null
  const from = first.span.start
  return {
    from,
    to: first.span.end,
    filter: false,
    options: suggestions
      .filter(({ span }) => span.start === from)
      .map(
        ({ label, insert, signature, type, description }): Completion => ({
          label,
          apply: insert,
          ...((signature ?? type) && { detail: signature ?? type! }),
          ...(description && { info: description }),
        }),
      ),
  }
}

function diagnostics(text: string, scope: Scope, language: DiagnosticLocale): Diagnostic[] {
  if (text.trim() === '') return []
  return diagnose(text, scope, { expect: 'BOOLEAN' }).diagnostics.map((diagnostic) => {
    const { span, severity, message, fixes } = translateDiagnostic(diagnostic, language)
    return {
      from: Math.min(span.start, text.length),
      to: Math.min(span.end, text.length),
      severity,
      message,
      actions: (fixes ?? []).map(({ title, edits }) => ({
        name: title,
        apply: (view: EditorView) =>
          view.dispatch({
            changes: edits.map((edit) => ({
              from: edit.span.start,
              to: edit.span.end,
              insert: edit.text,
            })),
          }),
      })),
    }
  })
}

function createHoverTooltip(text: string, at: number, scope: Scope) {
  const hoverInfo = hover(text, at, scope)
  if (hoverInfo === null) return null
  return {
    pos: hoverInfo.span.start,
    end: hoverInfo.span.end,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'hover'
      const facts = [hoverInfo.signature ?? hoverInfo.name, hoverInfo.type, hoverInfo.description]
      dom.textContent = facts.filter((fact) => fact !== null && fact !== '').join(' · ')
      return { dom }
    },
  }
}
