import { render } from 'preact';
import './css/tokens.css';
import './css/base.css';
import './css/dialog.css';
import './css/start.css';
import './css/compare.css';
import './css/gate.css';
import './css/graph.css';
import './css/flame.css';
import './css/legend.css';
import './css/table.css';
import './rules/rules.css';
import './subsystems/subsystems.css';
import { App } from './app.tsx';
import { followAddress } from './state/address-source.ts';

followAddress();
const place = document.getElementById('app');
if (place !== null) render(<App />, place);
