import fs from 'node:fs'
import path from 'node:path'
import { slug } from 'github-slugger'
import { defineConfig } from 'vitepress'
import { gather, gathered, repository, root, sidebar, sources, target, writeForPrograms } from '../pages.mjs'

gather()

const page = env => path.relative(gathered, env.path).replaceAll('\\', '/')
const attribute = text => JSON.stringify(text).replaceAll('&', '&amp;').replaceAll("'", '&#39;')

/** A chart, whose dark colours follow the site's switch instead of the system's. */
function chart(svg) {
  const themed = svg.replace(/<style>([^]*?)@media \(prefers-color-scheme: dark\) \{([^]*?)\}\s*<\/style>/,
    '<style>.chart { $1 } .dark .chart { $2 }</style>')
  return `<span class="chart" tabindex="0" v-html='${attribute(themed)}'></span>\n`
}

/** A row of the page of properties can be linked to: the last of a property, which says all of it. */
function rowAnchors({ tokens, env }) {
  if (page(env) !== 'properties.md') return
  const rows = new Map()
  tokens.forEach((token, i) => {
    const name = tokens[i + 2]?.children?.[0]
    if (token.type === 'tr_open' && name?.type === 'code_inline') rows.set(slug(name.content.replaceAll('.', '-')), token)
  })
  rows.forEach((row, id) => row.attrSet('id', id))
}

function pages(md) {
  md.core.ruler.push('row-anchors', rowAnchors)
  md.core.ruler.push('links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      const unknown = []
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = target(page(env), token.attrGet('href'))
          if (href) token.attrSet('href', href)
          else [token.tag, token.type, token.attrs] = ['span', 'span_open', null]
          unknown.push(!href)
        } else if (token.type === 'link_close' && unknown.pop()) {
          [token.tag, token.type] = ['span', 'span_close']
        }
      }
    }
  })
  md.renderer.rules.image = (tokens, i, options, env) => {
    const href = tokens[i].attrGet('src')
    // Badges come from another host: the site says their text.
    if (/^https?:/.test(href)) return `<Badge type="info">${md.utils.escapeHtml(tokens[i].content)}</Badge>`
    if (!href.endsWith('.svg')) return `<img src="/${path.basename(href)}" alt="${md.utils.escapeHtml(tokens[i].content)}">`
    const file = path.join(root, path.dirname(sources.get(page(env))), href)
    return chart(fs.readFileSync(file, 'utf8'))
  }
}

/** Words, and of Chinese each pair of characters. The browser has this function as text: it can use nothing from outside. */
function tokenize(text) {
  return text.split(/[\n\r\p{Z}\p{P}]+/u).flatMap(word =>
    (word.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []).flatMap(run =>
      /\p{Script=Han}/u.test(run) && run.length > 2
        ? Array.from({ length: run.length - 1 }, (_, i) => run.slice(i, i + 2))
        : [run]))
}

/** Pages that answer come before those that compare, and those before lists. The browser has it as text, too. */
function boostDocument(id) {
  if (/\/(changelog|configuration|properties|types|meters|redis-findings|security|versioning)\b/.test(id)) return 0.4
  return /\/(benchmarks|migration)\b/.test(id) ? 0.8 : 1
}

/** The versions of the site, if there are several. */
const versions = JSON.parse(process.env.SITE_MENU || 'null')

/** The groups of the sidebar, which pages without one have, too, and the versions. */
const nav = language => [...sidebar(language).map(({ text, items }) => ({ text, items })), ...(versions ? [versions] : [])]

export default defineConfig({
  srcDir: gathered,
  outDir: 'target/site',
  cacheDir: 'target/cache',
  base: process.env.SITE_BASE || '/',
  cleanUrls: true,
  buildEnd: ({ outDir, site }) => {
    writeForPrograms(outDir, site.base)
  },
  title: 'idgen',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { anchor: { slugify: slug }, config: pages },
  locales: {
    root: { label: 'English', lang: 'en', description: 'Unique, readable, time-ordered ids for Spring Boot services' },
    zh: {
      label: '简体中文',
      lang: 'zh-CN',
      link: '/zh/',
      description: 'Spring Boot 服务的唯一、可读、按时间排序的 ID',
      themeConfig: {
        nav: nav('zh'),
        sidebar: sidebar('zh'),
        outline: { level: [2, 3], label: '本页目录' },
        docFooter: { prev: '上一页', next: '下一页' },
        darkModeSwitchLabel: '外观',
        lightModeSwitchTitle: '切换到浅色模式',
        darkModeSwitchTitle: '切换到深色模式',
        sidebarMenuLabel: '目录',
        returnToTopLabel: '回到顶部',
        langMenuLabel: '切换语言',
        skipToContentLabel: '跳到正文',
        notFound: { title: '没有这一页', quote: '地址可能有误。', linkLabel: '回到首页', linkText: '回到首页' }
      }
    }
  },
  themeConfig: {
    nav: nav('en'),
    sidebar: sidebar('en'),
    outline: [2, 3],
    socialLinks: repository ? [{ icon: 'github', link: `https://${repository}` }] : [],
    search: {
      provider: 'local',
      options: {
        miniSearch: { options: { tokenize }, searchOptions: { boostDocument } },
        locales: {
          zh: {
            translations: {
              button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
              modal: {
                displayDetails: '显示详情', resetButtonTitle: '清除', backButtonTitle: '关闭', noResultsText: '没有结果：',
                footer: { selectText: '打开', navigateText: '选择', closeText: '关闭' }
              }
            }
          }
        }
      }
    }
  }
})
