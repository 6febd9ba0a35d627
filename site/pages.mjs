// Gathers the pages of the repository, which stay where they are, under the paths they have on the site.
import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')
export const gathered = path.join(import.meta.dirname, 'target/pages')

/** Where the repository is: `publisher.repository` of pom.xml, empty until the publisher sets it. */
export const repository = /<publisher\.repository>(.*?)<\/publisher\.repository>/
  .exec(fs.readFileSync(path.join(root, 'pom.xml'), 'utf8'))?.[1] ?? ''

const others = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']
const docs = fs.readdirSync(path.join(root, 'docs')).filter(file => file.endsWith('.md'))
const chinese = fs.readdirSync(path.join(root, 'docs/zh')).filter(file => file.endsWith('.md'))

const onSite = file => (file === 'README.md' ? 'overview.md' : path.basename(file).toLowerCase())

/** Path on the site to path in the repository. */
export const sources = new Map([
  ...[...others, ...docs.map(file => `docs/${file}`)].flatMap(file => [[onSite(file), file], [`zh/${onSite(file)}`, file]]),
  ['zh/overview.md', 'README.zh-CN.md'],
  ...chinese.filter(file => !docs.includes(file)).map(file => [file, `docs/zh/${file}`]),
  ...chinese.map(file => [`zh/${file}`, `docs/zh/${file}`]),
  ['index.md', 'site/pages/index.md'],
  ['zh/index.md', 'site/pages/zh/index.md']
])

const isFallback = page => page.startsWith('zh/') && !/\/zh\/|zh-CN/.test(sources.get(page))

const NOTE = `---
head: [[meta, {name: robots, content: noindex}]]
---
<p class="custom-block info fallback">本页尚无中文版，以下为英文原文。</p>

<div lang="en">

`

export function gather() {
  fs.rmSync(gathered, { recursive: true, force: true })
  fs.cpSync(path.join(root, 'docs/pictures'), path.join(gathered, 'public'), { recursive: true })
  for (const [page, source] of sources) {
    const text = fs.readFileSync(path.join(root, source), 'utf8')
    fs.mkdirSync(path.dirname(path.join(gathered, page)), { recursive: true })
    fs.writeFileSync(path.join(gathered, page), isFallback(page) ? `${NOTE}${text}\n</div>\n` : text)
  }
}

/** What a link of a page leads to: a page of the site, a file of the repository, or nothing where its address is not known. */
export function target(page, href, repositoryUrl = repository) {
  if (/^([a-z]+:|#|\/)/.test(href)) return href
  const [file, anchor] = decodeURI(href).split('#')
  const source = path.posix.join(path.posix.dirname(sources.get(page)), file)
  if (!fs.existsSync(path.join(root, source))) throw new Error(`${sources.get(page)} links to ${href}, which is not there`)
  const found = [...sources].filter(([, its]) => its === source).map(([its]) => its)
  const same = found.find(its => its.startsWith('zh/') === page.startsWith('zh/')) ?? found[0]
  if (same) return `/${same}${anchor ? `#${anchor}` : ''}`
  return repositoryUrl && `https://${repositoryUrl}/blob/main/${source}${anchor ? `#${anchor}` : ''}`
}

/** The sidebar: the rows of the table of pages in a README. */
export function sidebar(language) {
  const readme = language === 'zh' ? 'zh/overview.md' : 'overview.md'
  const text = fs.readFileSync(path.join(root, sources.get(readme)), 'utf8')
  const table = /\n\| \| \|\n\|---\|---\|\n((?:\| .*\|\n)+)/g
  const rows = [...text.matchAll(table)].at(-1)[1].trim().split('\n')
  const groups = rows.map(row => {
    const [, label, pages] = row.split('|').map(cell => cell.trim())
    const items = [...pages.matchAll(/\[([^\]]+)]\(([^)]+)\)/g)].map(([, name, href]) => {
      const link = target(readme, href)
      return { text: isFallback(link.slice(1)) ? `${name}（英文）` : name, link }
    })
    return { text: label[0].toUpperCase() + label.slice(1), items }
  })
  groups[0].items.unshift({ text: language === 'zh' ? '概览' : 'Overview', link: `/${readme}` })
  return groups
}

/** The first paragraph of a page as plain text. */
function answer(text) {
  const first = text.split('\n\n').find(part => !/^( {4}|\s*[#|!<>-]|```|\[!\[|\[[^\]]*]\([^)]*\)$)/.test(part))
  return (first ?? '').replace(/\[([^\]]+)]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ').trim()
}

/** The English pages for programs that read instead of people: https://llmstxt.org. */
export function llms(base) {
  const title = '# idgen\n\n> Unique, readable, time-ordered ids for Spring Boot services, without a request per id.\n'
  const groups = sidebar('en').map(({ text, items }) => `\n## ${text}\n\n` + items.map(({ text: name, link }) => {
    const source = fs.readFileSync(path.join(root, sources.get(link.slice(1))), 'utf8')
    return `- [${name}](${base}${link.slice(1)}): ${answer(source)}\n`
  }).join(''))
  return title + groups.join('')
}

/** Writes the list of pages, and the pages themselves as Markdown, beside those in HTML. */
export function writeForPrograms(folder, base) {
  fs.writeFileSync(path.join(folder, 'llms.txt'), llms(base))
  for (const { link } of sidebar('en').flatMap(group => group.items)) {
    fs.copyFileSync(path.join(root, sources.get(link.slice(1))), path.join(folder, link.slice(1)))
  }
}
