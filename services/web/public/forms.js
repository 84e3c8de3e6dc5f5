// Improves forms outside the home page; each works without it.
const fullDate = { dateStyle: 'full', timeZone: 'UTC' }

/** A date field shows its date in the browser's language; this says it in the page's. */
function sayDate(field) {
  const output = document.getElementById(field.dataset.text)
  output.value = field.valueAsDate?.toLocaleDateString(output.lang, fullDate) ?? ''
}

for (const field of document.querySelectorAll('[data-text]')) {
  field.addEventListener('input', () => sayDate(field))
  sayDate(field)
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = !navigator.clipboard
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy)
    await navigator.clipboard.writeText(field.value)
    button.firstChild.textContent = button.dataset.done
    document.getElementById('copied').textContent = button.dataset.done
  })
}
