"""A BERT encoder as an 8-bit graph for ONNX Runtime, made from the weights of its safetensors file.

Weights are rounded to 7 bits for each output column, symmetric: the 8th would overflow the 16-bit sums of processors
without VNNI instructions, and the same text should have the same vector everywhere. Activations are quantised as they
come (Zafrir et al. 2019, "Q8BERT", with dynamic ranges).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats

Weight = Callable[[str], Floats]

_LARGEST = 63  # of a 7-bit weight
_CONTRIB = "com.microsoft"
_OPSET, _IR = 18, 9


@dataclass(frozen=True, slots=True)
class EncoderShape:
    """The sizes of a BERT encoder, by their names in its config.json."""

    num_hidden_layers: int
    num_attention_heads: int
    hidden_size: int
    layer_norm_eps: float


def encoder_session(shape: EncoderShape, weight: Weight) -> Any:
    """Return an `onnxruntime.InferenceSession` from embedded tokens `x` (1, tokens, hidden size) to encoded ones.

    `weight` gives each tensor by its name in the file; a missing one is its error.
    """
    import onnxruntime

    graph = _Graph(weight, shape)
    state = "x"
    for layer in range(shape.num_hidden_layers):
        state = graph.layer(f"encoder.layer.{layer}", state)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # a message at a time; the server has threads
    return onnxruntime.InferenceSession(graph.serialised(state), options, providers=["CPUExecutionProvider"])


@dataclass(slots=True)
class _Graph:
    """Collects nodes and constants; every method returns the name of its result."""

    weight: Weight
    shape: EncoderShape
    nodes: list[Any] = field(default_factory=list)
    constants: list[Any] = field(default_factory=list)

    def layer(self, name: str, state: str) -> str:
        query, key, value = (self.dense(f"{name}.attention.self.{part}", state) for part in ("query", "key", "value"))
        heads = self.shape.num_attention_heads
        attended = self.node("MultiHeadAttention", [query, key, value], f"{name}.heads", num_heads=heads)
        mixed = self.dense(f"{name}.attention.output.dense", attended)
        state = self.normalised(f"{name}.attention.output.LayerNorm", mixed, state)
        inner = self.node("Gelu", [self.dense(f"{name}.intermediate.dense", state)], f"{name}.gelu")
        return self.normalised(f"{name}.output.LayerNorm", self.dense(f"{name}.output.dense", inner), state)

    def dense(self, name: str, state: str) -> str:
        weights = self.weight(f"{name}.weight").T
        scales = (np.maximum(np.abs(weights).max(axis=0), 1e-9) / _LARGEST).astype(np.float32)
        rounded = self.constant(f"{name}.weight", np.round(weights / scales).astype(np.int8))
        inputs = [state, rounded, self.constant(f"{name}.scale", scales), "", self.given(f"{name}.bias")]
        return self.node("DynamicQuantizeMatMul", inputs, f"{name}.out")

    def normalised(self, name: str, state: str, skipped: str) -> str:
        inputs = [state, skipped, self.given(f"{name}.weight"), self.given(f"{name}.bias")]
        return self.node("SkipLayerNormalization", inputs, f"{name}.out", epsilon=self.shape.layer_norm_eps)

    def given(self, name: str) -> str:
        return self.constant(name, self.weight(name))

    def constant(self, name: str, values: npt.NDArray[Any]) -> str:
        from onnx import numpy_helper

        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, operator: str, inputs: list[str], result: str, **attributes: Any) -> str:
        from onnx import helper

        self.nodes.append(helper.make_node(operator, inputs, [result], domain=_CONTRIB, **attributes))
        return result

    def serialised(self, result: str) -> bytes:
        from onnx import TensorProto, helper

        ends = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, "tokens", self.shape.hidden_size])
            for name in ("x", result)
        ]
        graph = helper.make_graph(self.nodes, "encoder", ends[:1], ends[1:], self.constants)
        opsets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_CONTRIB, 1)]
        content: bytes = helper.make_model(graph, opset_imports=opsets, ir_version=_IR).SerializeToString()
        return content
