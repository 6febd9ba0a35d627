// Gathers the pages of the repository, which stay where they are, under the paths they have on the site.
import fs from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')
export const gathered = path.join(import.meta.dirname, 'target/pages')

/** Where the repository is: `publisher.repository` of pom.xml, empty until the publisher sets it. */
export const repository = /<publisher\.repository>(.*?)<\/publisher\.repository>/
  .exec(fs.readFileSync(path.join(root, 'pom.xml'), 'utf8'))?.[1] ?? ''

/** Pages for those who change idgen, not for those who use it. */
const INTERNAL = ['README.md', 'design.md', 'proof.md', 'proof-rules.md', 'releasing.md', 'glossary.md']

const markdown = folder => fs.readdirSync(path.join(root, folder)).filter(file => file.endsWith('.md') && !INTERNAL.includes(file))

const others = ['README.md', 'CHANGELOG.md', 'SECURITY.md']
const docs = [...markdown('docs'), ...markdown('docs/generated').map(file => `generated/${file}`)]
const chinese = markdown('docs/zh')

const onSite = file => (file === 'README.md' ? 'overview.md' : path.basename(file).toLowerCase())

/** Path on the site to path in the repository. */
export const sources = new Map([
  ...[...others, ...docs.map(file => `docs/${file}`)].flatMap(file => [[onSite(file), file], [`zh/${onSite(file)}`, file]]),
  ['zh/overview.md', 'README.zh-CN.md'],
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

/** The sidebar: the groups of the list of pages, without those for contributors. */
export function sidebar(language) {
  const list = language === 'zh' ? 'docs/zh/README.md' : 'docs/README.md'
  const groups = fs.readFileSync(path.join(root, list), 'utf8').split('\n## ').slice(1, -1).map(group => ({
    text: group.split('\n', 1)[0],
    items: [...group.matchAll(/^- \[([^\]]+)]\((?:\.\.\/)?(?:generated\/)?([\w-]+)\.md\)/gm)]
      .map(([, text, name]) => ({ text, link: `/${language === 'zh' ? 'zh/' : ''}${name}.md` }))
  }))
  const at = name => `/${language === 'zh' ? 'zh/' : ''}${name}.md`
  groups[0].items.unshift({ text: language === 'zh' ? '概览' : 'Overview', link: at('overview') })
  groups.at(-1).items.push(
    { text: language === 'zh' ? '更新日志' : 'Changelog', link: at('changelog') },
    { text: language === 'zh' ? '安全' : 'Security', link: at('security') })
  return groups
}

/** The first paragraph of a page as plain text. */
function answer(text) {
  const first = text.split('\n\n').find(part => !/^( {4}|\s*[#|!<>-]|```|\[!\[|\[[^\]]*]\([^)]*\)$)/.test(part))
  return (first ?? '').replace(/\[([^\]]+)]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ').trim()
}

/** The English pages for programs that read instead of people: https://llmstxt.org. */
export function llms(base) {
  const title = '# idgen\n\n> Order numbers people can read, unique across all instances of a Spring Boot application.\n'
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
