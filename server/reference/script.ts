/**
 * What the reference can do with JavaScript on top: a filter, and buttons that copy. Its hash is in the content policy. It
 * loads nothing and makes no markup. Without it the page is whole.
 */
export const SCRIPT = String.raw`
(function () {
  'use strict';
  var field = document.getElementById('filter');
  var said = document.getElementById('found');
  var calls = Array.prototype.slice.call(document.querySelectorAll('.call'));
  var entries = Array.prototype.slice.call(document.querySelectorAll('nav [data-call]'));
  var groups = Array.prototype.slice.call(document.querySelectorAll('[data-group]'));
  var texts = calls.map(function (call) { return call.textContent.toLowerCase(); });

  function filter() {
    var words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    var shown = new Set();
    calls.forEach(function (call, i) {
      var matches = words.every(function (word) { return texts[i].indexOf(word) !== -1; });
      call.hidden = !matches;
      if (matches) shown.add(call.id);
    });
    entries.forEach(function (entry) { entry.hidden = !shown.has(entry.getAttribute('data-call')); });
    groups.forEach(function (group) { group.hidden = group.querySelector('.call:not([hidden]), [data-call]:not([hidden])') === null; });
    said.textContent = words.length === 0 ? '' : shown.size + ' of ' + calls.length + ' calls';
  }

  /* A link to a call that the filter hides shows it. */
  function follow() {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target === null || !target.closest('[hidden]')) return;
    field.value = '';
    filter();
    target.scrollIntoView();
  }

  field.closest('[hidden]').hidden = false;
  field.addEventListener('input', filter);
  field.addEventListener('keydown', function (event) {
    if (event.key !== 'Escape') return;
    field.value = '';
    filter();
  });
  document.addEventListener('keydown', function (event) {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === field) return;
    event.preventDefault();
    field.focus();
  });
  window.addEventListener('hashchange', follow);
  if (field.value !== '') filter();

  /* Browsers let pages copy at addresses that they trust: https and this machine. */
  if (navigator.clipboard === undefined) return;
  Array.prototype.forEach.call(document.querySelectorAll('.line'), function (line) {
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', 'Copy the line of ' + line.getAttribute('data-of'));
    button.addEventListener('click', function () {
      navigator.clipboard.writeText(line.querySelector('pre').textContent).then(
        function () { button.textContent = 'Copied'; },
        function () { window.getSelection().selectAllChildren(line.querySelector('pre')); }
      );
    });
    line.appendChild(button);
  });
})();
`;
