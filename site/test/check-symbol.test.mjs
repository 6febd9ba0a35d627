// The JavaScript of docs/public-ids.md, on ids that Java wrote: PublicIdsInBrowsersTests keeps the file.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from '../pages.mjs'

const page = fs.readFileSync(path.join(root, 'docs/public-ids.md'), 'utf8')
const [, script] = /```js\n(.*?)```/s.exec(page)
const { isId } = await import(`data:text/javascript,${encodeURIComponent(script)}`)
const lines = fs.readFileSync(path.join(import.meta.dirname, 'public-ids.tsv'), 'utf8').trim().split('\n')
const ids = lines.map(line => line.split('\t')).map(([right, form, prefix, group, text]) =>
  ({ right: right === 'right', text, settings: { form, prefix, group: Number(group) } }))

for (const right of [true, false]) {
  test(`1,000 ${right ? 'ids are accepted' : 'mistyped ids are refused'}`, () => {
    const some = ids.filter(id => id.right === right)
    assert.equal(some.length, 1000)
    assert.deepEqual(some.filter(id => isId(id.text, id.settings) !== right), [])
  })
}

test('what only looks like an id is refused', () => {
  const order = { prefix: 'ord_', form: 'crockford', group: 4 }
  for (const text of ['', 'ord_', 'ord_0', '\u017frd_0R6T-V3GK-8C01-4X', 'ord_0R6T-V3GK-8C01-4\u212a']) assert.equal(isId(text, order), false, text)
})
