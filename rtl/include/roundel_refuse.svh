// SPDX-License-Identifier: Apache-2.0
//
// Impossible parameters: a combination that cannot work stops elaboration in every tool.
//
// `ROUNDEL_REFUSE(roundel_error_REASON, condition): while `condition`, a constant expression of
// parameters, is true, elaboration fails and the error message contains roundel_error_REASON.
// Use the macro where a generate block may stand, once for each reason in one scope.
//
// Method. The instance of an undefined module stops most tools. The second statement stops tools
// that take an unknown module as a black box:
// - $fatal(1, "...") is the standard elaboration task (IEEE 1800-2017, 20.11).
// - Yosys read_verilog prints no message for $fatal(1, "..."), so it reads $error("...").
// - Icarus 11 has no elaboration tasks and reads a call of an undefined task.
//
// Limits. +define+ROUNDEL_NO_ELABORATION_TASKS removes the second statement for a tool whose parser
// rejects elaboration tasks.
`ifndef ROUNDEL_REFUSE_SVH
`define ROUNDEL_REFUSE_SVH
`ifdef ROUNDEL_NO_ELABORATION_TASKS
`define ROUNDEL_REFUSE_STOP(name)
`elsif __ICARUS__
`define ROUNDEL_REFUSE_STOP(name) initial name;
`elsif YOSYS
`define ROUNDEL_REFUSE_STOP(name) $error(`"name`");
`else
`define ROUNDEL_REFUSE_STOP(name) $fatal(1, `"name`");
`endif
`define ROUNDEL_REFUSE(name, condition) \
  if (condition) begin : gen_``name \
    name u_error (); \
    `ROUNDEL_REFUSE_STOP(name) \
  end
`endif
