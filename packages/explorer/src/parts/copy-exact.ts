/** Copies all digits where exactly one rounded number is selected. */
export function copyExactly(): void {
  document.addEventListener('copy', (event) => {
    const selection = document.getSelection()
    const selectedText = selection?.toString().trim() ?? ''
    const node = selection?.anchorNode
    const place = (node instanceof Element ? node : node?.parentElement)?.closest('[data-exact]')
    if (selectedText === '' || place === null || place === undefined) return
    if (place.textContent?.trim() !== selectedText) return
    event.clipboardData?.setData('text/plain', place.getAttribute('data-exact') ?? selectedText)
    event.preventDefault()
  })
}
