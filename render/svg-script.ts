/**
 * The script inside our SVG: zoom, search and details when the file is opened on its own. As a picture (`<img>`, a ticket,
 * a strict content policy) the SVG is complete without it.
 *
 * It only reads what `svg.ts` drew: groups `[data-fb-depth]` in preorder, each with a title of several lines (the name,
 * shares, counts), a rect and perhaps a text. It loads nothing, evaluates nothing, and puts names into text nodes only.
 */
export const SVG_SCRIPT = String.raw`
(function () {
  'use strict';
  var SVG = 'http://www.w3.org/2000/svg', XHTML = 'http://www.w3.org/1999/xhtml';
  var svg = document.documentElement;
  var graph = document.getElementById('fb-frames');
  var details = document.getElementById('fb-details');
  var hint = document.getElementById('fb-hint');
  var LEFT = Number(graph.getAttribute('data-left')), WIDTH = Number(graph.getAttribute('data-width'));
  var COLUMN = Number(graph.getAttribute('data-column'));
  var HINT = 'Click or Enter: zoom. Escape: back. Arrow keys: move. /: search.';
  var frames = [], current = 0, focus = 0, query = '';

  // Tree of the drawn frames: they stand in preorder, so a parent is the last frame one row higher.
  Array.prototype.forEach.call(graph.querySelectorAll('[data-fb-depth]'), function (group) {
    var depth = Number(group.getAttribute('data-fb-depth'));
    var parent = frames.length - 1;
    while (parent >= 0 && frames[parent].depth >= depth) parent = frames[parent].parent;
    var rect = group.querySelector('rect');
    frames.push({
      group: group, rect: rect, text: group.querySelector('text'), depth: depth, parent: parent,
      lines: group.querySelector('title').textContent.split('\n'),
      x: Number(rect.getAttribute('x')) - LEFT, width: Number(rect.getAttribute('width')),
      fill: rect.getAttribute('fill'), ink: group.getAttribute('data-ink') || '#000000',
      stroke: rect.getAttribute('stroke'), outlined: group.hasAttribute('data-outline'),
      outline: group.getAttribute('data-outline'), dash: group.getAttribute('data-dash'),
      matches: false, x2: 0, width2: 0
    });
  });
  if (frames.length === 0) return;

  function columns(text) {
    // Beyond Latin, Greek and Cyrillic, two columns are assumed: a label may come out short, never too long.
    var sum = 0;
    Array.from(text).forEach(function (character) { sum += character.codePointAt(0) > 0x10ff ? 2 : 1; });
    return sum;
  }

  function fitted(text, room) {
    if (columns(text) <= room) return text;
    if (room < 5) return '';
    var parts = typeof Intl.Segmenter === 'function'
      ? Array.from(new Intl.Segmenter('en').segment(text), function (part) { return part.segment; })
      : Array.from(text);
    var front = 0, back = parts.length, left = Math.floor(room) - 1, fromFront = true;
    while (front < back) {
      var next = columns(parts[fromFront ? front : back - 1]);
      if (next > left) break;
      left -= next;
      if (fromFront) front++; else back--;
      fromFront = !fromFront;
    }
    return parts.slice(0, front).join('') + '…' + parts.slice(back).join('');
  }

  function label(frame) {
    var room = (frame.width2 - 6) / COLUMN;
    if (frame.depth === 0) return fitted(frame.lines[0], room);
    var whole = frame.lines[0] + '\u00a0\u00a0' + frame.lines[1].split(' of ')[0];
    return columns(whole) <= room ? whole : fitted(frame.lines[0], room);
  }

  function place(frame, x, width, isAncestor) {
    frame.x2 = x;
    frame.width2 = width;
    frame.group.setAttribute('display', width >= 0.2 ? 'inline' : 'none');
    if (width < 0.2) return;
    frame.group.setAttribute('opacity', isAncestor ? '0.7' : '1');
    frame.rect.setAttribute('x', (LEFT + x).toFixed(3));
    frame.rect.setAttribute('width', width.toFixed(3));
    var shown = label(frame);
    if (shown === '') {
      if (frame.text) { frame.text.remove(); frame.text = null; }
      return;
    }
    if (!frame.text) {
      frame.text = document.createElementNS(SVG, 'text');
      frame.text.setAttribute('y', (Number(frame.rect.getAttribute('y')) + 12).toString());
      frame.group.appendChild(frame.text);
    }
    frame.text.setAttribute('x', (LEFT + x + 3).toFixed(3));
    frame.text.textContent = shown;
  }

  function paint(frame, index) {
    frame.rect.setAttribute('fill', frame.matches ? '#ffee33' : frame.fill);
    if (frame.text) frame.text.setAttribute('fill', frame.matches ? '#000000' : frame.ink);
    var marked = index === current && document.activeElement === graph;
    var outlined = frame.outlined && frame.width2 >= 6;
    var stroke = marked ? '#000000' : outlined ? frame.outline : frame.width2 < 2 ? 'none' : '#ffffff';
    frame.rect.setAttribute('stroke', stroke);
    frame.rect.setAttribute('stroke-width', marked ? '2.5' : outlined ? '1' : '0.5');
    if (outlined && frame.dash && !marked) frame.rect.setAttribute('stroke-dasharray', frame.dash);
    else frame.rect.removeAttribute('stroke-dasharray');
  }

  function isInside(index, ancestor) {
    while (index > ancestor) index = frames[index].parent;
    return index === ancestor;
  }

  function zoom(index) {
    focus = index;
    var target = frames[index], scale = WIDTH / target.width;
    frames.forEach(function (frame, i) {
      if (isInside(i, index)) place(frame, (frame.x - target.x) * scale, frame.width * scale, false);
      else if (isInside(index, i)) place(frame, 0, WIDTH, true);
      else place(frame, 0, 0, false);
      paint(frame, i);
    });
    resetButton.setAttribute('display', index === 0 ? 'none' : 'inline');
    select(index);
  }

  function select(index) {
    var old = current;
    current = index;
    paint(frames[old], old);
    paint(frames[index], index);
    describe(index);
  }

  function describe(index) {
    var lines = frames[index].lines;
    details.textContent = fitted(lines[0], 78) + ': ' + lines.slice(1).join('; ');
  }

  function search(text) {
    query = text.toLowerCase();
    var base = 0, head = 0, value = 0, found = 0, until = -1;
    frames.forEach(function (frame, i) {
      frame.matches = query !== '' && i > 0 && frame.lines[0].toLowerCase().indexOf(query) !== -1;
      if (frame.matches) {
        found++;
        // Counted once a stack: a match inside a match adds nothing.
        if (until < 0 || !isInside(i, until)) {
          until = i;
          base += count(frame, 'base'); head += count(frame, 'head'); value += count(frame, 'value');
        }
      }
      paint(frame, i);
    });
    if (query === '') { hint.textContent = HINT; return; }
    var shares = frames[0].group.hasAttribute('data-fb-base')
      ? 'base ' + share(base, 'base') + ', head ' + share(head, 'head')
      : share(value, 'value');
    hint.textContent = found === 0 ? 'no drawn frame matches' : found + ' drawn frames match: ' + shares;
  }

  function count(frame, side) { return Number(frame.group.getAttribute('data-fb-' + side) || 0); }

  function share(sum, side) {
    var total = count(frames[0], side);
    return total > 0 ? (100 * sum / total).toFixed(1) + ' %' : 'n/a';
  }

  function child(index) {
    var best = -1;
    for (var i = index + 1; i < frames.length && frames[i].depth > frames[index].depth; i++) {
      if (frames[i].parent === index && frames[i].width2 >= 0.2 && (best < 0 || frames[i].width > frames[best].width)) best = i;
    }
    return best;
  }

  function sibling(index, step) {
    for (var i = index + step; i > 0 && i < frames.length && frames[i].depth >= frames[index].depth; i += step) {
      if (frames[i].parent === frames[index].parent && frames[i].width2 >= 0.2) return i;
    }
    return -1;
  }

  function button(x, text, name, action) {
    var group = document.createElementNS(SVG, 'g');
    var box = document.createElementNS(SVG, 'rect');
    var caption = document.createElementNS(SVG, 'text');
    [['x', x], ['y', BAR], ['width', 62], ['height', 20], ['rx', 3], ['fill', '#f4f4f4'], ['stroke', '#767676']]
      .forEach(function (pair) { box.setAttribute(pair[0], String(pair[1])); });
    [['x', x + 31], ['y', BAR + 14], ['text-anchor', 'middle']]
      .forEach(function (pair) { caption.setAttribute(pair[0], String(pair[1])); });
    caption.textContent = text;
    [['id', name], ['role', 'button'], ['tabindex', '0'], ['cursor', 'pointer'], ['aria-label', text]]
      .forEach(function (pair) { group.setAttribute(pair[0], pair[1]); });
    group.appendChild(box);
    group.appendChild(caption);
    group.addEventListener('click', action);
    group.addEventListener('keydown', function (event) {
      if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); event.stopPropagation(); action(); }
    });
    bar.appendChild(group);
    return group;
  }

  var bar = document.getElementById('fb-bar');
  var BAR = Number(bar.getAttribute('data-y'));
  var holder = document.createElementNS(SVG, 'foreignObject');
  [['x', LEFT], ['y', BAR], ['width', 220], ['height', 22]]
    .forEach(function (pair) { holder.setAttribute(pair[0], String(pair[1])); });
  var box = document.createElementNS(XHTML, 'input');
  box.setAttribute('type', 'search');
  box.setAttribute('id', 'fb-search');
  box.setAttribute('placeholder', 'search names');
  box.setAttribute('aria-label', 'Search names');
  box.style.cssText = 'box-sizing:border-box;width:100%;height:20px;font:12px sans-serif;border:1px solid #767676;border-radius:3px;padding:0 4px';
  holder.appendChild(box);
  bar.appendChild(holder);
  var resetButton = button(LEFT + WIDTH - 62, 'zoom out', 'fb-reset', function () { zoom(0); });
  box.addEventListener('input', function () { search(box.value); });
  box.addEventListener('keydown', function (event) {
    event.stopPropagation();
    if (event.key === 'Escape') { box.value = ''; search(''); graph.focus(); }
    if (event.key === 'Enter') graph.focus();
  });

  graph.setAttribute('tabindex', '0');
  graph.setAttribute('role', 'application');
  graph.setAttribute('aria-label', 'Flame graph. ' + HINT);
  graph.setAttribute('cursor', 'pointer');
  graph.style.outline = 'none';
  details.setAttribute('aria-live', 'polite');

  function indexOf(target) {
    var group = target.closest ? target.closest('[data-fb-depth]') : null;
    return frames.findIndex(function (frame) { return frame.group === group; });
  }
  graph.addEventListener('click', function (event) {
    var index = indexOf(event.target);
    if (index >= 0) zoom(index);
  });
  graph.addEventListener('mouseover', function (event) {
    var index = indexOf(event.target);
    if (index >= 0) describe(index);
  });
  graph.addEventListener('mouseout', function () { describe(current); });
  graph.addEventListener('focus', function () { paint(frames[current], current); });
  graph.addEventListener('blur', function () { paint(frames[current], current); });
  window.addEventListener('keydown', function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    var next = -1;
    if (event.key === 'ArrowDown') next = child(current);
    else if (event.key === 'ArrowUp') next = frames[current].parent;
    else if (event.key === 'ArrowLeft') next = sibling(current, -1);
    else if (event.key === 'ArrowRight') next = sibling(current, 1);
    else if (event.key === 'Enter') next = current;
    else if (event.key === 'Escape') next = 0;
    else if (event.key === '/') { event.preventDefault(); box.focus(); return; }
    else return;
    event.preventDefault();
    if (event.key === 'Enter' || event.key === 'Escape') zoom(next);
    else if (next >= 0) { graph.focus(); select(next); }
  });

  hint.textContent = HINT;
  zoom(0);
}());
`;
